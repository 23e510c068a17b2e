from __future__ import annotations
from collections.abc import Iterable
from functools import reduce
from operator import or_
from mystpy.engines.base import no_deal
from mystpy.engines.deals import Condition, bits
from mystpy.engines.flow import Flow
from mystpy.engines.places import places_of
from mystpy.engines.deal_solver import DealSolver
from mystpy.game import Game
from collections import Counter
STATS=Counter()

class ViewGrid:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._places = places_of(game)
        self._pool: list[int] = []
        self._forget()

    def _forget(self):
        self._told = frozenset()
        self._may = self._places.all
        self._clauses: list[int] = []
        self._solver = None
        self._flow = None
        self.news=[]

    def update(self, conditions):
        conditions = frozenset(conditions)
        if not self._told <= conditions:
            self._forget()
        barred, clauses = self._places.read(conditions - self._told)
        self._told = conditions
        self._may &= ~barred
        self._clauses += clauses
        self.news+=clauses
        outside = ~self._may
        self._pool = [w for w in self._pool if not w & outside and all(w & q for q in clauses)]
        self._bound()
        self._settle()
        return self._places.hands(self._may)

    def _bound(self):
        seen = -1
        places=self._places
        while seen != self._may:
            free,fixed=self._propagate()
            seen = self._may
            may=places.split(seen)
            room=[s-(m&fixed).bit_count() for s,m in zip(places.sizes,may)]
            self._flow=flow=Flow(places,[m&free for m in may],room,self._clauses)
            hint=self._pool[0] if self._pool else 0
            if not flow.seat(hint,free):
                raise no_deal()
            self._fixed=places.joined([m&fixed for m in may])
            if not self._pool:
                self._first()
                flow.seat(self._pool[0],free)
            self._may = places.joined(flow.bound()) | self._fixed

    def _first(self):
        w=self._flow.cells|self._fixed
        STATS['first']+=1
        if all(w & q for q in self._flow.rest):
            self._pool=[w]; return
        STATS['firstsolve']+=1
        w=self.solver().find()
        if not w: raise no_deal()
        self._pool=[w]
    def solver(self):
        if self._solver is None:
            self._solver=DealSolver(self._places,self._may); 
            self._solver.tell(self._may,self._clauses); self.news=[]
        else:
            self._solver.tell(self._may,self.news); self.news=[]
        return self._solver

    def _propagate(self):
        places=self._places
        while True:
            may=places.split(self._may)
            once=twice=0
            for m in may:
                twice|=once&m; once|=m
            if once!=places.deck: raise no_deal()
            fixed=once&~twice
            fixedcells=places.column(fixed)&self._may
            left=[]
            changed=False
            for q in self._clauses:
                q&=self._may
                if q & fixedcells: continue
                if not q: raise no_deal()
                cards=places.cards(q)
                if not cards&(cards-1):
                    out = places.column(cards)&~q
                    if out & self._may:
                        self._may&=~out; changed=True
                    continue
                left.append(q)
            self._clauses=left
            if not changed:
                # subsumption
                u=[]
                for q in sorted(set(left),key=int.bit_count):
                    if not any(r&q==r for r in u): u.append(q)
                self._clauses=u
                return twice,fixed

    def _settle(self):
        places=self._places
        open_=self._may & ~reduce(or_,self._pool)
        if not self._flow.rest:
            STATS['exact']+=1
        while open_:
            cell=open_&-open_
            w=self._swap(cell)
            if w:STATS['swap']+=1
            else:
                w=self._route(cell)
                if w: STATS['route']+=1
                elif not self._flow.rest: raise Exception('filter not exact?')
            if not w:
                w=self.solver().find(cell)
                STATS['sat' if w else 'unsat']+=1
            if w:
                self._pool.insert(0,w)
                open_&=~w
            else:
                self._may&=~cell
                open_&=~cell
    def _route(self,cell):
        p,c=divmod(cell.bit_length()-1,self._places.c)
        w=self._flow.reroute(1<<c,p)
        if w:
            w|=self._fixed
            if all(w&q for q in self._flow.rest): return w
        return 0
    def _swap(self,cell):
        places=self._places; n=places.c
        p,ci=divmod(cell.bit_length()-1,n)
        c=1<<ci; col=places.column(c)
        for w in self._pool[:20]:
            a=((w&col).bit_length()-1)//n
            ds=(w>>p*n)&(self._may>>a*n)&places.deck&~c
            while ds:
                d=ds&-ds; ds^=d
                x=c|d
                w2=w^(x<<p*n)^(x<<a*n)
                for q in self._clauses:
                    if not w2&q: break
                else:
                    return w2
        return 0
