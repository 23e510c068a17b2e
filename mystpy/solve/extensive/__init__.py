"""Games of two players in extensive form: grown, solved, certified."""
