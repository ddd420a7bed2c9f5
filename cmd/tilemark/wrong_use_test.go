package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWrongUseIsOneMessage: whatever is wrong with a request, there is one line that says what, exit status 2, and nothing is left over.
func TestWrongUseIsOneMessage(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	folder := filepath.Join(dir, "folder.yaml")
	require.NoError(t, os.Mkdir(folder, 0o755))
	text, nothing, noise := file("text.glb", "hello\n"), file("nothing.tmcs", ""), file("noise.yaml", "\x03~\xb8\x82c~bc\xf5\n")
	good := filepath.Join(dir, "good.tmcs")
	held(t, "record", "blend", "--size", "16x16", "--out", good)

	scenes := map[string]string{ // of every verb that takes a scene
		"none.obj":                   "none.obj: no such file\n",
		folder:                       folder + ": is a folder; a .obj, .gltf, .glb or .yaml file was expected",
		text:                         `is not a binary glTF file: it begins with "hell"; "glTF" was expected`,
		nothing:                      `nothing.tmcs: offset 0: ""; a command stream, which begins with`,
		noise:                        "noise.yaml:1:1: ",
		file("empty.yaml", ""):       "empty.yaml:1:1: nothing; a scene was expected",
		file("empty.obj", "# no\n"):  "empty.obj:1:1: no faces among 0 vertices",
		file("nan.obj", "v 0 nan 0"): "nan.obj:1:5: v: nan; a finite number was expected",
		file("void.yaml", "meshes: [{name: m, positions: []}]\ndraws: [{mesh: m}]\n"):                                  "void.yaml:2:8: no triangles to draw; at least one was expected",
		file("huge.yaml", "meshes: [{name: m, grid: {columns: 1000, rows: 1000}}]\ndraws: [{mesh: m, instances: 99}]"): "huge.yaml:2:8: too large: 198,000,000 triangles",
	}
	failing := file("failing.yaml", `meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
kernels: [{name: spins, lines: [.kernel spins, .stage pixel, .lanes 8, .inputs 12, "again:", jmp again, "send.color.4 r6 {last}"]}]
draws: [{mesh: m, clip_space: true, kernels: {pixel: spins}, limits: {pixel: 60}}]
`)
	scenes[failing] = "context 0: a thread of the pixel kernel (spins, line 6) fails at address "
	for _, verb := range []string{"run", "sweep", "wave --text", "trace --out " + dir + "/t", "export --out " + dir + "/e", "record --out " + dir + "/r.tmcs"} {
		for scene, want := range scenes {
			wrong(t, verb+" "+scene, want)
		}
		wrong(t, verb+" blend --size 0x0", `size "0x0": each side must be from 1 to 4096 pixels`)
		wrong(t, verb+" blend --size -1x8", `size "-1x8": each side`)
		wrong(t, verb+" blend --size 99999x1", `size "99999x1": each side`)
		wrong(t, verb+" blend --size=", "--size is empty: WxH was expected\n")
		wrong(t, verb+" blend --partner=", "--partner is empty: SCENE was expected\n")
		wrong(t, verb+" blend --sizze 8x8", "unknown flag: --sizze; did you mean --size?\n")
		wrong(t, verb+" blend --size", "--size: WxH was expected after it\n")
		wrong(t, verb+" blend --set memory.latncy=3", `did you mean "memory.latency"?`)
		wrong(t, verb+" blend --config "+noise, "noise.yaml:1:1: ")
		wrong(t, verb+" blend --config "+folder, folder+": is not a regular file")
		wrong(t, verb, "SCENE is missing; `tilemark ")
		wrong(t, verb+" blend stencil", `unexpected argument "stencil"`)
		wrong(t, verb+" "+good+" --size 8x8", good+": a command stream has contexts, camera, size and kernels of its own")
	}
	for _, verb := range []string{"run", "wave --text", "trace --out " + dir + "/t", "record --out " + dir + "/r.tmcs"} {
		wrong(t, verb+" blend --interrupt 5,5", "--interrupt: 5 is given twice; each once was expected")
		wrong(t, verb+" blend --interrupt 1e3", `--interrupt "1e3": a whole number from 0 was expected`)
		wrong(t, verb+" blend --interrupt", "--interrupt: C1,C2,... was expected after it")
		wrong(t, verb+" blend --interupt 5", "unknown flag: --interupt; did you mean --interrupt?")
		wrong(t, verb+" blend --contexts x", `--contexts "x": a whole number was expected`)
		wrong(t, verb+" blend --contexts -1", "-1 contexts")
	}
	stripes := "../../vectors/kernels/stripes.tka"
	for args, want := range map[string]string{
		"run " + good + " --pixel-kernel " + stripes:                          good + ": a command stream has contexts, camera, size and kernels of its own",
		"run directed/in-fence --pixel-kernel " + stripes:                     "directed/in-fence: a directed vector has contexts, camera, size and kernels of its own",
		"run teapot-patches --vertex-kernel ../../vectors/kernels/vertex.tka": "--vertex-kernel: no draw of teapot-patches would run it; a draw of triangles",
		"run blend --pixel-kernel ../../examples/counts.tka":                  "draw 0: kernel counts uses buffer 0, and none is bound; a scene whose draw has bind: {pixel: {buffers: {0: NAME}}} was expected",
		"run blend --json=maybe":                                              `--json "maybe": true or false was expected`,
		"run blend --monitor x":                                               `--monitor "x": a whole number was expected`,
		"run blend --save-area=":                                              "--save-area is empty: FILE was expected",
		"run directed/":                                                       `no directed vector is called ""`,
		"sweep blend --to 0":                                                  `--to "0": a whole number from 1 was expected`,
		"sweep blend --jobs x":                                                `--jobs "x": a whole number was expected`,
		"sweep blend --full -2":                                               "--full -2: at least 0 was expected",
		"sweep blend --size 16x16 --from 99999":                               "sweep from cycle 99999: the run has ",
		"wave blend --text --columns x":                                       `--columns "x": a whole number was expected`,
		"wave blend --text --blocks=":                                         "--blocks is empty: B1,B2,... was expected",
		"wave blend --svg=":                                                   "--svg is empty: FILE was expected",
		"trace blend --out=":                                                  "--out is empty: FILE was expected",
		"regress":                                                             "REGRESSION is missing; `tilemark regress --help` explains it",
		"regress nigtly":                                                      `unknown regression "nigtly"; did you mean "nightly"?`,
		"regress weekly":                                                      `unknown regression "weekly"; quick, nightly, soak were expected`,
		"regress quick --jobs 0":                                              "--jobs 0: at least 1 was expected",
		"regress quick --seeds -1":                                            "--seeds -1: at least 1 was expected",
		"regress quick --budget -1s":                                          "--budget -1s: more than no time was expected",
		"regress quick --budget soon":                                         `--budget "soon": a time such as 90s or 20m was expected`,
		"regress quick --shard 3/2":                                           `--shard "3/2": I/N, with I from 1 to N, was expected`,
		"regress quick --shard 1/2/3":                                         `--shard "1/2/3": I/N, with I from 1 to N, was expected`,
		"regress quick --format xml":                                          `--format "xml": text or json was expected`,
		"regress quick --seed 1":                                              "--seed without --test: the test that it is of was expected",
		"regress quick --seed x --test directed":                              `--seed "x": a whole number of up to 64 bits, such as 0x25, was expected`,
		"regress quick --test directd":                                        `--test "directd": no test of quick is called so`,
		"regress quick --test directed/blendin/tg --seed 1":                   `no test of quick is called so; did you mean "directed/blending/tg"?`,
		"regress quick --test directed/blending/tg --seed 1zz":                `--seed`,
		"regress quick --seeds 0":                                             "--seeds 0: at least 1 was expected",
		"regress quick --seed 1 --test directed/blending/tg --jobs 2":         "--jobs with --seed",
		"regress quick --seed 1 --test directed":                              `--test "directed" with --seed: the whole name of one test was expected`,
		"regress quick --db=":                                                 "--db is empty: FILE was expected",
		"regress quick --corpus=":                                             "--corpus is empty: true, false, or the FILE of a database was expected",
		"regress quick --corpus":                                              "--corpus: true|false|FILE was expected after it",
		"regress quick --test directed/in-fence --corpus " + noise + " --db " + dir + "/x.db": noise + ": is no database; one that `tilemark regress` wrote was expected",
		"regress quick --test directed/in-fence --corpus none.db --db " + dir + "/x.db":       "none.db: no such file or directory",
		"regress quick --test directed --db " + noise:                                         noise + ": is no database; one that `tilemark regress` wrote was expected",
		"regress quick --test directed --db " + folder:                                        folder + ": is a folder; a database of regressions was expected",
		"regress quick --db " + text + "/a.db":                                                "cannot make the output folder " + text,
		"report --db " + noise:                                                                noise + ": is no database; one that `tilemark regress` wrote was expected",
		"report --db none.db":                                                                 "none.db: no such file or directory",
		"report --db none.db --plan no.yaml":                                                  "no.yaml: no such file or directory",
		"report --db none.db --plan " + noise:                                                 noise + ":1:1: ",
		"report all":                                                                          `unexpected argument "all"`,
		"report --out=":                                                                       "--out is empty: DIR was expected",
		"merge":                                                                               "DB is missing; `tilemark merge --help` explains it",
		"merge --out x/none.db " + noise:                                                      noise + ": is no database",
		"cover none.yaml":                                                                     "none.yaml: no such file\n",
		"cover directed/ring-warp":                                                            `did you mean "ring-wrap"?`,
		"cover " + noise:                                                                      noise + ":1:1: ",
		"cover " + folder:                                                                     folder + ": is not a regular file",
		"cover --break-point x":                                                               `--break-point "x": tg or zl1 was expected`,
		"cover --kernels 0":                                                                   "--kernels 0: a number from 1 was expected",
		"cover --kernels 2 directed/ring-wrap":                                                "--kernels: it goes neither with vectors nor with --break-point",
		"cover --clusters 0":                                                                  "--clusters 0: a number from 1 was expected",
		"cover --clusters -3":                                                                 "--clusters -3: a number from 1 was expected",
		"cover --clusters 2 directed/ring-wrap":                                               "--clusters: it goes neither with vectors nor with --break-point",
		"cover --clusters 2 --break-point tg":                                                 "--clusters: it goes neither with vectors nor with --break-point",
		"cover --clusters 2 --kernels 2":                                                      "--clusters: it does not go with --kernels",
		"cover --hole":                                                                        "unknown flag: --hole; did you mean --holes?",
		"regs gen --lang html --out " + dir + "/p --coverage none.json":                       "none.json: no such file",
		"regs gen --lang html --out " + dir + "/p --coverage " + text:                         text + ": ",
		"regs gen --lang c --out " + dir + "/p --coverage " + text:                            "--coverage: it is for the page; html was expected among --lang c",
		"config --size=":                                                                      "--size is empty: WxH was expected",
		"config --sett x":                                                                     "unknown flag: --sett; did you mean --set?",
		"config --break-point x":                                                              `--break-point "x": tg or zl1 was expected`,
		"diagram --out=":                                                                      "--out is empty: FILE was expected",
		"record blend":                                                                        `--out "": a file name that ends in .tmcs was expected`,
		"dump " + nothing:                                                                     `nothing.tmcs: offset 0: ""; a command stream`,
		"dump " + folder:                                                                      folder + ": is not a regular file",
		"dump none":                                                                           "none: no such file",
		"dump " + good + " --ring --at x":                                                     `--at "x": a whole number from 0 below 2^32 was expected`,
		"dump " + good + " --ring --at -1":                                                    `--at "-1": a whole number from 0 below 2^32 was expected`,
		"dump --ring " + nothing:                                                              "0 bytes; a context header of 32 bytes and a ring",
		"build " + good + " --out b.tmcs":                                                     good + `:1:1: "TMCS`,
		"build " + nothing + " --out b.tmcs":                                                  nothing + ":1:1: the text ends; memory SIZE was expected",
		"build none --out b.tmcs":                                                             "none: no such file",
		"build " + text:                                                                       `--out "": a file name that ends in .tmcs was expected`,
		"help run x":                                                                          `unexpected argument "x"; ` + "`tilemark run --help` explains the verb",
		"help rnu":                                                                            `unknown verb "rnu"; did you mean "run"?`,
		"regs":                                                                                "WHAT is missing: one of check",
		"regs chck":                                                                           `unknown verb "chck" of regs; did you mean "check"?`,
		"regs check --format xml":                                                             `--format "xml": text, json or sarif was expected`,
		"regs check --blocks 0":                                                               "--blocks 0: 1 to ",
		"regs check none.yaml":                                                                "none.yaml: no such file or folder",
		"--frobnicate":                                                                        "unknown flag: --frobnicate; `tilemark --help` lists the flags",
	} {
		wrong(t, args, want)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 11, "what is left: %v", left)
}

// Mistakes of a kernel that a flag names are wrong use of run, and what asm looks for.
func TestKernelsOfFlagsWithMistakes(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"": "k.tka:1:1: empty; directives such as .stage, and instructions, were expected\ntilemark: --pixel-kernel: 1 mistake in ",
		".stage pixel\nmov r300:f, 1:f\nmov r301:f, 1:f\nsend.end {last}\n": "k.tka:3:5: ",
	} {
		path := filepath.Join(dir, "k.tka")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		status, out, errs := tilemark("run", "blend", "--out", filepath.Join(dir, "out"), "--pixel-kernel", path)
		require.Equal(t, exitUsage, status, errs)
		require.Empty(t, out)
		require.Contains(t, errs, want)
		status, _, errs = tilemark("asm", path)
		require.Equal(t, exitFailed, status, errs)
		require.Contains(t, errs, "FAILED: ")
	}
}

func TestADifferenceThatMayBeTheKernelsIsNoted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "asks.yaml")
	require.NoError(t, os.WriteFile(path, []byte(`meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]
kernels: [{name: asks, lines: [.kernel asks, .stage pixel, .lanes 8, .binding 0 buffer read write, .inputs 12, "mov r20:ud, 0:ud", "mov r21:ud, 1:ud",
  "send.atomic.ud.add r22, r20, r21, b0", "cvt r6:f, r22:ud", "mul r6:f, r6:f, 0.01:f", "send.color.4 r6 {last}"]}]
buffers: [{name: b, bytes: 64}]
draws: [{mesh: m, clip_space: true, kernels: {pixel: asks}, bind: {pixel: {buffers: {0: b}}}}]
`), 0o600))
	status, out, errs := tilemark("run", path, "--size", "32x32", "--every", "500", "--out", t.TempDir())
	require.Equal(t, exitFailed, status, errs)
	require.Contains(t, errs, `note: context 0, draw 0: pixel kernel asks reads buffer "b" and writes it`)
	require.Contains(t, out, "interrupted and uninterrupted not compared")
	status, out, errs = tilemark("sweep", path, "--size", "32x32", "--every", "500")
	require.Equal(t, exitFailed, status, errs)
	require.Contains(t, errs, "rule P4 broken at WBU")
}

func wrong(t *testing.T, args, want string) {
	t.Helper()
	words := strings.Fields(args)
	if words[0] == "run" {
		words = append([]string{"run", "--out", filepath.Join(t.TempDir(), "out")}, words[1:]...)
	}
	status, out, errs := tilemark(words...)
	require.Equal(t, exitUsage, status, "%s: %s", args, errs)
	require.Empty(t, out, args)
	require.Contains(t, errs, want, args)
	require.True(t, strings.HasPrefix(errs, "tilemark: "), errs)
	require.Equal(t, 1, strings.Count(errs, "\n"), "%s: %s", args, errs)
	if words[0] == "run" {
		require.NoDirExists(t, words[2], args)
	}
}

func TestBadRequests(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "c.yaml")
	require.NoError(t, os.WriteFile(file, []byte("memory:\n  latencyy: 3\n"), 0o600))
	for _, c := range []struct{ args, want string }{
		{"", "a verb is missing"},
		{"rnu", `unknown verb "rnu"; did you mean "run"?`},
		{"help rnu", `unknown verb "rnu"`},
		{"--verbose", "unknown flag: --verbose"},
		{"run", "SCENE is missing"},
		{"run blend x", `unexpected argument "x"`},
		{"run blend --frobnicate", "unknown flag: --frobnicate"},
		{"run nosuch", "nosuch: neither a built-in scene"},
		{"run tepot", `did you mean "teapot"?`},
		{"run nosuch.txt", "nosuch.txt: neither a built-in scene nor a .obj, .gltf, .glb or .yaml file\n"},
		{"run blend --partner tepot", `did you mean "teapot"?`},
		{"run directed/isolatoin", `did you mean "isolation"?`},
		{"run blend --break-point tgg", `tilemark: --break-point "tgg": tg or zl1 was expected`},
		{"config --break-point=", `tilemark: --break-point "": tg or zl1 was expected`},
		{"config --set fifo.dpth=3", `did you mean "fifo.depth"?`},
		{"run nosuch.glb", "nosuch.glb: no such file"},
		{"run blend --partner nosuch.glb", "nosuch.glb: no such file"},
		{"run blend --size 0x0", `size "0x0": each side must be from 1 to 4096`},
		{"run blend --size 5000x5000", `size "5000x5000": each side`},
		{"run blend --size abc", `size "abc": WIDTHxHEIGHT`},
		{"run blend --size 16x16x16", `size "16x16x16"`},
		{"run blend --size -1x8", `size "-1x8"`},
		{"run blend --camera eye=1", "camera"},
		{"run blend --camera foo=1,2,3", `unknown key "foo"`},
		{"run blend --contexts 0", "0 contexts"},
		{"record blend --contexts 0 --out x.tmcs", "0 contexts"},
		{"wave blend --contexts 0 --text", "0 contexts"},
		{"run blend --contexts 9", "9 contexts"},
		{"run blend --contexts 8 --partner blend", "8 contexts and a partner"},
		{"run blend --interrupt 5,x", `--interrupt "x": a whole number from 0 was expected`},
		{"run blend --interrupt -5", `tilemark: --interrupt "-5": a whole number from 0 was expected`},
		{"run blend --every -1", `tilemark: --every "-1": a whole number from 1 was expected`},
		{"run directed/none --contexts 2", `no directed vector is called "none"`},
		{"run one-triangle --size 16x16 --interrupt 100,9999999", "interrupt in cycle 9999999: with the other interrupts, the run can be interrupted in cycles 0 to "},
		{"run one-triangle --size 16x16 --interrupt 9999999", "interrupt in cycle 9999999: the run can be interrupted in cycles 0 to "},
		{"run blend --interrupt 400,300,400", "--interrupt: 400 is given twice; each once was expected"},
		{"run blend --every 0", `--every "0"`},
		{"run blend --config " + file, file + ":2:3: unknown parameter"},
		{"run blend --config none.yaml", "none.yaml: no such file"},
		{"run blend --set memory.latency", "key=value was expected"},
		{"run blend --set memory.latencyy=3", `did you mean "memory.latency"?`},
		{"run blend --set memory.latency=0", "memory.latency: 0; a whole number from 1 to 100000 cycles was expected"},
		{"run blend --set vertex.limit=3", "context 0: a thread of the vertex kernel (vertex, line 10) fails at address "},
		{"run blend --set wbu.cache.lines=3", "wbu.cache.lines: 3; a power of two was expected"},
		{"sweep", "SCENE is missing"},
		{"sweep blend --jobs 0", "--jobs 0"},
		{"sweep blend --every 0", `--every "0"`},
		{"sweep blend --full -1", "--full -1"},
		{"sweep blend --from 9 --to 9", "nothing to sweep"},
		{"sweep blend --size 16x16 --from 99999999", "the run has"},
		{"sweep blend --size 16x16 --to 99999999", "the run has"},
		{"config x", `unexpected argument "x"`},
		{"config --size 3", `size "3"`},
		{"diagram x", `unexpected argument "x"`},
		{"regs gen --lang foo", `--lang `},
		{"run blend --camera eye=1,2,3,target=0,0,0,fov=180", "field of view 180 degrees; above 0 and less than 180 was expected"},
	} {
		out := filepath.Join(dir, "out")
		args := strings.Fields(c.args)
		if len(args) > 1 && args[0] == "run" {
			args = append(args, "--out", out)
		}
		status, stdout, stderr := tilemark(args...)
		require.Equal(t, exitUsage, status, "%s: %s", c.args, stderr)
		require.Empty(t, stdout, c.args)
		require.Contains(t, stderr, c.want, c.args)
		require.Equal(t, 1, strings.Count(stderr, "\n"), "%s: %s", c.args, stderr)
		require.NoDirExists(t, out, c.args)
	}
}
