# Every target has a line of help after two hashes.
.DEFAULT_GOAL := help
TILEMARK := ./tilemark
# The program says of which commit it is, except where git refuses to read the folder, as one of another owner.
STAMP := $(if $(shell git status --porcelain --branch 2>/dev/null),auto,false)

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## the main job: render the teapot, interrupt it every 500 cycles, compare with the uninterrupted run and with golden
	$(TILEMARK) run teapot --size 640x480 --every 500 --out out

.PHONY: build
build: ## build the program tilemark
	go build -buildvcs=$(STAMP) -o tilemark ./cmd/tilemark

# The build that has the known bugs of tb/bugs; like tests, which would compile all once more, without the profile. go vet does not know files that are in an overlay only.
BUGS := -pgo=off -tags faults -overlay out/bugs/overlay.json

# Tests that are in that build alone; the others have run without it.
FAULTS := ^($(shell grep -l '^//go:build faults' tb/directed/*_test.go | xargs sed -n 's/^func \(Test[A-Za-z0-9_]*\).*/\1/p' | paste -sd'|'))$$

.PHONY: bugs
bugs: ## write the overlay that puts the known bugs of tb/bugs/tables into a build (docs/regression.md)
	go run ./tb/bugs/build

.PHONY: test
test: bugs ## all tests: units, sweeps, directed vectors, known bugs
	go vet -pgo=off ./...
	go test -pgo=off -timeout 30m -vet=off ./...
	go test -timeout 30m $(BUGS) -vet=off -run '$(FAULTS)' ./tb/directed
	go test -timeout 30m $(BUGS) -vet=off -run Fault ./tb/cosim/sweep ./cmd/tilemark
	go test -timeout 30m $(BUGS) -vet=off ./tb/regress/mutants
	@echo "all tests passed"

.PHONY: quick
quick: bugs ## the tests that look at cuts only
	go test ./tb/cosim/... ./tb/directed
	go test $(BUGS) -vet=off -run '$(FAULTS)' ./tb/directed
	go test $(BUGS) -vet=off -run Fault ./tb/cosim/sweep

.PHONY: regress
regress: build ## the quick regression with its report in out/report; every machine must come to the digest of vectors/quick.digest
	scripts/regress-quick.sh

.PHONY: digest
digest: build ## store the digest of the quick regression, after a change of the machine or of vectors
	scripts/regress-quick.sh --write

.PHONY: slurm
slurm: ## try scripts/slurm with a real Slurm on this machine: a shard, a node and the controller are killed (some minutes)
	scripts/slurm/test.sh

.PHONY: mutants
mutants: bugs ## put each known bug into the machine, and run the quick regression until a case notices it (some minutes)
	mkdir -p out
	go build -buildvcs=$(STAMP) $(BUGS) -o out/tilemark-faults ./cmd/tilemark
	out/tilemark-faults regress quick --mutants --db out/mutants.db

CHECKS := 5000
RAPID = $(sort $(dir $(shell grep -rl --include='*_test.go' pgregory.net/rapid hw golden tb text)))

.PHONY: properties
properties: ## try the properties of blocks and of golden with CHECKS=5000 examples each (make test has a hundred); SEED=7 chooses them
	go test -timeout 4h $(addprefix ./,$(RAPID)) -rapid.checks=$(CHECKS) $(if $(SEED),-rapid.seed=$(SEED))

.PHONY: arithmetic
arithmetic: ## compare the arithmetic of kernels in hw/alu and golden/arith: functions of one number for all 2^32 arguments, others for a sample (an hour on two cores); FLAGS="--functions sin,cos --sample 1000000" for less
	go run ./tb/arithmetic/sweep $(FLAGS)

TABLE := tb/sabotage/tables/example.yaml
RANDOM := 10m

.PHONY: sabotage
sabotage: ## plant the bugs of TABLE in the machine, one after the other, and say which of them the tests notice (docs/sabotage.md); RANDOM=10m of random cases for each
	mkdir -p out
	go build -buildvcs=$(STAMP) -o out/plant ./tb/sabotage
	out/plant -random $(RANDOM) $(FLAGS) $(TABLE)

OPERATORS := 300

operators: SEED := 1

.PHONY: operators
operators: ## the same with mutants by operator: OPERATORS=300 of them, chosen by SEED=1; those that survive and why are in tb/sabotage/operators.yaml
	mkdir -p out
	go build -buildvcs=$(STAMP) -o out/plant ./tb/sabotage
	out/plant -operators $(OPERATORS) -seed $(SEED) -bar 90 -random $(RANDOM) $(FLAGS)

.PHONY: sweep
sweep: build ## interrupt the teapot and every directed vector at every cycle, at both break points, in three configurations (an hour or more on two cores; goes on where it was stopped)
	scripts/sweep-all.sh

.PHONY: ping-pong
ping-pong: ## interrupt 2, 4 and 8 contexts every k cycles for every k from 1 to 2000 (ten minutes)
	go test ./tb/cosim -run TestPingPong -v -periods 2000 -timeout 60m

FUZZTIME := 5s

.PHONY: fuzz
fuzz: ## try each fuzz target for FUZZTIME (5s; five minutes for all), and print how many inputs it tried in a second; it ends with 1 when one found something
	go run ./tb/fuzz -time $(FUZZTIME)

.PHONY: fuzz-table
fuzz-table: ## the same, and write the rates into the table of docs/fuzzing.md
	go run ./tb/fuzz -time $(FUZZTIME) -doc docs/fuzzing.md

# What the compiler knows of where the time goes; the program is built with it.
PROFILE := cmd/tilemark/default.pgo

.PHONY: bench
bench: ## benchmarks: clock domain against stock Akita, the machine as the program has it, the golden renderer
	go test -run '^$$' -bench Ratio -benchtime 7x ./hw/bench
	go test -pgo=$(PROFILE) -run '^$$' -bench . -skip Ratio -benchtime 2s ./hw/bench ./golden

.PHONY: profile
profile: ## measure where the time goes, for the compiler: writes cmd/tilemark/default.pgo (two minutes)
	mkdir -p out
	go test -trimpath -run '^$$' -bench 'Machine|Forks' -benchtime 3s -cpuprofile out/machine.prof -o out/bench.test ./hw/bench
	go run ./hw/bench/profile -o $(PROFILE) out/machine.prof

.PHONY: judges
judges: ## compare results with external references, programs of others that draw or read them (docs/judges.md); MODELS=FOLDER draws models too
	scripts/judges/run

.PHONY: regs
regs: ## generate the Go package hw/regs and the pages docs/registers from the register tables
	go run ./regmap/gen

.PHONY: encoding
encoding: ## try a hundred million random words: each is refused with a reason or comes back bit by bit through text and compact form (some minutes)
	go test ./hw/isa/asm -run TestRandomWords -timeout 60m -words 100000000

KERNELS := 20000

.PHONY: instructions
instructions: build encoding ## what a nightly tries of the instruction set: the words of "make encoding", KERNELS=20000 random kernels with what they cover, arithmetic with a million random arguments (half an hour)
	$(TILEMARK) cover --kernels $(KERNELS)
	go test ./tb/kernels -run 'TestRandomKernels|TestRandomSamples' -kernels $(KERNELS) -timeout 60m
	go run ./tb/arithmetic/sweep --sample 1000000

.PHONY: clusters
clusters: build ## run KERNELS=20000 random programs on random clusters, in lockstep with the simulator, and print what programs on 200 clusters cover (docs/clusters.md; some minutes)
	$(TILEMARK) cover --clusters 200 --holes
	go test ./tb/cluster -run 'TestRandomKernels|TestRandomSamples' -kernels $(KERNELS) -timeout 4h $(if $(SEED),-first $(SEED))

.PHONY: cluster-mutants
cluster-mutants: ## plant each listed bug of clusters, and run random kernels and unit tests until one notices it (docs/clusters.md, "Listed bugs"; half an hour); FLAGS="-only any-is-all" for some
	mkdir -p out
	go build -buildvcs=$(STAMP) -o out/cluster-mutants-program ./tb/cluster/mutants
	out/cluster-mutants-program $(FLAGS)

.PHONY: compiler-mutants
compiler-mutants: ## plant each listed bug of the shader compiler, and judge shaders and run unit tests until one notices it (docs/shaders.md, "Mutants"; some minutes); FLAGS="-only loads-are-pure" for some
	mkdir -p out
	go build -buildvcs=$(STAMP) -o out/compiler-mutants-program ./tb/shaders/mutants
	out/compiler-mutants-program $(FLAGS)

.PHONY: kernels
kernels: ## compile the kernels of the 3D pipeline's own programs from vectors/kernels/*.wgsl; cycles and digests change with them
	go test ./tb/kernels -run FixedKernelsAreNotStale -update

.PHONY: compaction
compaction: ## choose the compaction tables of the instruction set anew from the kernels of vectors/kernels, and say what each entry saves; compact encodings change with them
	go run ./tb/kernels/choose
	go run ./regmap/gen

.PHONY: docs
docs: build ## generate docs/architecture.svg from the built machine, the tables of docs/registers.md and the schemas from the code, and the documents' pictures by their examples
	$(TILEMARK) diagram --out docs/architecture.svg
	go test ./regmap/table ./regmap/formats ./tb/inventory ./tb/states ./tb/cluster -run NotStale -update
	go test ./tb/directed -run TestChecksAreDocumented -checks
	go test ./text/prose -run Short -update
	go test ./cmd/tilemark -run 'TestExamplesRun|TestRegsCheckPrintsLines|TestSchemasAreNotStale|TestConnectionsAreDocumented|TestFiguresOfLivesAreNotStale' -update

STUDIED := latency.csv periods.csv few-large-distribution.png triangles-triangle.png few-large-pixel-program.png few-large-fifo.png many-small-period.png

.PHONY: study
study: build ## measure what docs/study.md tells, put tables and pictures into docs/study and figures into the page (half an hour)
	$(TILEMARK) study latency few-large many-small --size 128x128 --cuts 60 --out out/study
	$(TILEMARK) study latency few-large --size 1024x1024 --cuts 20 --vary none --out out/study-1024
	$(TILEMARK) study latency many-small --size 128x128 --cuts 60 --vary none --set csp.wait_clear=wbu --break-point tg --out out/study-wait
	$(TILEMARK) study latency one-triangle --size 128x128 --cuts 1 --vary triangle --triangle 16 --break-point tg --set eup.order=16 --out out/study-order
	mkdir -p docs/study
	cp $(addprefix out/study/,$(STUDIED)) docs/study
	for run in 1024 wait order; do cp out/study-$$run/latency.csv docs/study/latency-$$run.csv || exit; done
	go test ./tb/study/page -run NotStale -update

.PHONY: format
format: ## format the code
	gofmt -w cmd compiler golden hw oracle regmap tb text vectors

.PHONY: clean
clean: ## remove what was built and rendered
	rm -rf tilemark out exported
