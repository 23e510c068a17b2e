"""The ASP files of the axioms as programs and as syntax trees."""
