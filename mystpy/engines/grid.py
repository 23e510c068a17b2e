from __future__ import annotations
from collections.abc import Iterable
from functools import reduce
from operator import or_
from mystpy.engines.base import no_deal
from mystpy.engines.deals import Condition, bits
from mystpy.engines.places import places_of
from mystpy.engines.residue import Residue
from mystpy.engines.search import Budget, find, steady
from mystpy.engines.deal_solver import DealSolver
from mystpy.game import Game
from collections import Counter
STATS=Counter()
CASES=30
class ViewGrid:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._places = places_of(game)
        self._pool: list[int] = []
        self.last=0
        self._forget()

    def _forget(self):
        self._told = frozenset()
        self._residue=Residue(self._places,self._places.all,[])
        self._solver = None
        self.news=[]

    def update(self, conditions):
        conditions = frozenset(conditions)
        if not self._told <= conditions:
            self._forget()
        barred, clauses = self._places.read(conditions - self._told)
        self._told = conditions
        self.news+=clauses
        r=self._residue=self._residue.with_told(barred,clauses)
        if not r.simplify(): raise no_deal()
        r.reduce()
        outside = ~self._residue.may
        self._pool = [w for w in self._pool if not w & outside and all(w & q for q in clauses)]
        if not self._pool:
            STATS['first']+=1
            w=self._find(0)
            if not w: raise no_deal()
            self._pool=[w]
        seen=-1
        while seen!=r.may:
            seen=r.may
            f=r.flow(); rest=f.divide(r.clauses)
            assert f.seat(self._pool[0],r.free)
            r.may=f.bound()
            if r.may!=seen: r.simplify(); r.reduce()
        if rest: self._settle()
        else: STATS['exact']+=1
        self.last=self._pool[0]
        return self._places.hands(r.may)

    def _find(self,cell):
        r=self._residue
        b=Budget(CASES)
        w=find(r.with_cell(cell) if cell else Residue(r.places,r.may,r.clauses),self._pool[0] if self._pool else self.last,b)
        STATS['find']+=1
        STATS['cases']+=CASES-b.cases
        if w is None:
            w=self.solver().find(cell)
            STATS['solver']+=1
        if w==0: STATS['unsat']+=1
        return w
    def solver(self):
        if self._solver is None:
            self._solver=DealSolver(self._places,self._residue.may); 
            self._solver.tell(self._residue.may,self._residue.clauses); self.news=[]
        else:
            self._solver.tell(self._residue.may,self.news); self.news=[]
        return self._solver

    def _settle(self):
        r=self._residue
        open_=r.may&~reduce(or_,self._pool)
        if not open_: STATS['pool']+=1
        for w in self._pool[:4]:
            if not open_: break
            STATS['lower']+=1
            open_&=~steady(r,w,r.clauses).bound()
        while open_:
            cell=open_&-open_
            w=self._find(cell)
            if w:
                self._pool.insert(0,w)
                open_&=~w
                open_&=~steady(r,w,r.clauses).bound()
            else:
                r.may&=~cell
                open_&=~cell
        del self._pool[20:]
