package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

func held(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := tilemark(args...)
	require.Equal(t, exitHeld, status, "%v: %s", args, errs)
	return out
}

func TestARecordedStreamRunsLikeItsScene(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "six.tmcs")
	held(t, "record", "six-draws", "--size", "32x32", "--partner", "textured-cube", "--interrupt", "700,1500", "--out", file)
	_, scene := keys(t, held(t, "run", "six-draws", "--size", "32x32", "--partner", "textured-cube", "--interrupt", "700,1500", "--out", dir, "--json"))
	_, replay := keys(t, held(t, "run", file, "--out", dir, "--json"))
	for _, key := range []string{"width", "color_sha256", "depth_sha256", "cycles", "evaluated_cycles", "cuts", "counts", "view_projection", "golden_equal"} {
		require.Equal(t, scene[key], replay[key], key)
	}
	require.Contains(t, held(t, "sweep", file, "--every", "400", "--to", "2400"), " 0 different")
}

func TestDumpAndBuildKeepAStream(t *testing.T) {
	dir := t.TempDir()
	file, text, again := filepath.Join(dir, "a.tmcs"), filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.tmcs")
	held(t, "record", "query", "--size", "16x16", "--out", file)
	held(t, "dump", file, "--out", text)
	held(t, "build", text, "--out", again)
	was, err := os.ReadFile(file)
	require.NoError(t, err)
	is, err := os.ReadFile(again)
	require.NoError(t, err)
	require.Equal(t, was, is)
	written, err := os.ReadFile(text)
	require.NoError(t, err)
	require.Equal(t, string(written), held(t, "dump", again))
}

func TestDumpOfRegions(t *testing.T) {
	dir := t.TempDir()
	file, area := filepath.Join(dir, "a.tmcs"), filepath.Join(dir, "a.area")
	held(t, "record", "blend", "--size", "16x16", "--out", file)
	held(t, "run", file, "--interrupt", "400", "--save-area", area, "--out", dir)
	out := held(t, "dump", "--save-area", area)
	for _, want := range []string{"primitive ", "DMA buffer       0x", "\nTSU.CULL = CULL_FRONT 0, CULL_BACK 0, FRONT_CW 0\n", "\nWBU.BLEND = ENABLE "} {
		require.Contains(t, out, want)
	}
	info, err := os.Stat(area)
	require.NoError(t, err)
	require.Equal(t, int64(regs.SaveRoomBytes), info.Size())

	whole := held(t, "dump", file)
	_, header, _ := strings.Cut(whole, "  header ")
	header, _, _ = strings.Cut(header, "\n")
	ring := held(t, "dump", file, "--ring", "--at", header)
	require.Contains(t, ring, "# place-holder\n")
	_, dma, found := strings.Cut(ring, "  DMA ")
	require.True(t, found, ring)
	fields := strings.Fields(dma)
	require.Contains(t, held(t, "dump", file, "--dma", "--at", fields[0], "--bytes", "64"), "SET_STATE # 0\n")
}

func TestStreamVerbsRefuseWhatMakesNoSense(t *testing.T) {
	dir := t.TempDir()
	good, bad, text := filepath.Join(dir, "a.tmcs"), filepath.Join(dir, "bad.tmcs"), filepath.Join(dir, "a.txt")
	held(t, "record", "blend", "--size", "16x16", "--out", good)
	require.NoError(t, os.WriteFile(bad, []byte("no stream"), 0o600))
	require.NoError(t, os.WriteFile(text, []byte("stream 1\nmemory 4096\nsegment 0\n  words x\nend\n"), 0o600))
	noise := filepath.Join(dir, "noise")
	require.NoError(t, os.WriteFile(noise, bytes.Repeat([]byte("random! "), regs.SaveRoomBytes/8), 0o600))
	for _, c := range []struct{ args, want string }{
		{"record blend", `--out "": a file name that ends in .tmcs was expected`},
		{"record nosuch --out " + dir + "/b.tmcs", "nosuch: neither a built-in scene"},
		{"run " + bad, bad + `: offset 0: "no strea"; a command stream`},
		{"run none.tmcs", "none.tmcs: no such file"},
		{"run " + good + " --size 8x8", "a command stream has contexts, camera, size and kernels of its own"},
		{"run " + good + " --contexts 2", "a command stream has contexts, camera, size and kernels of its own"},
		{"build " + text + " --out " + dir + "/b.tmcs", text + `:4:9: "x"; a whole number of 32 bits was expected`},
		{"build " + text + " --out b.bin", `--out "b.bin": a file name`},
		{"dump " + bad, bad + ": offset 0"},
		{"dump " + bad + " --save-area", "9 bytes; a save area of 8,064 bytes, or --at where one begins, was expected"},
		{"dump " + bad + " --save-area --at 4", "8,064 bytes from 0x4; only 5 are there"},
		{"dump " + noise + " --save-area", noise + ": no save area at 0x0: the "},
		{"dump " + noise + " --save-area --bytes 64", noise + ": 64 bytes; a save area of 8,064 bytes was expected"},
		{"dump " + good + " --save-area", "a region of a command stream: --at was expected"},
		{"dump " + good + " --save-area --at 64", "no save area at 0x40; 0x"},
		{"dump " + bad + " --dma", "9 bytes; whole DWORDs were expected"},
		{"dump " + bad + " --ring", "9 bytes; a context header of 32 bytes and a ring"},
		{"dump " + good + " --dma --at 4096", "--bytes was expected"},
		{"dump " + good + " --ring --dma", "--ring, --dma, --save-area: one of them was expected"},
		{"dump " + good + " --ring --at 4294967232", "--at 0xffffffc0; an address up to"},
		{"dump " + good + " --ring --at 3", "--at 0x3; the address of a context header, a multiple of 64, was expected"},
		{"dump " + good + " --dma --at 65 --bytes 4", "--at 0x41; an address in a DMA buffer, a multiple of 4, was expected"},
		{"dump " + good + " --ring", "a region of a command stream: --at was expected"},
		{"dump " + good + " --at 4096", "--at: it goes with --ring, --dma or --save-area"},
		{"dump " + good + " --bytes 64", "--bytes: it goes with"},
		{"dump " + good + " --ring --at 4096", "no context header at 0x1000: RING_SIZE there"},
	} {
		args := strings.Fields(c.args)
		if args[0] == "run" {
			args = append(args, "--out", filepath.Join(dir, "out"))
		}
		status, stdout, stderr := tilemark(args...)
		require.Equal(t, exitUsage, status, "%s: %s", c.args, stderr)
		require.Empty(t, stdout, c.args)
		require.Contains(t, stderr, c.want, c.args)
	}
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, args := range []string{
		"dump " + good + " --out ", "wave blend --size 16x16 --to 50 --out ", "wave blend --size 16x16 --to 50 --svg ",
		"trace blend --size 16x16 --to 50 --out ",
	} {
		status, _, stderr := tilemark(strings.Fields(args + pipe)...)
		require.Equal(t, exitUsage, status, args)
		require.Contains(t, stderr, "writing "+pipe+": is not a regular file", args)
		info, err := os.Lstat(pipe)
		require.NoError(t, err)
		require.Equal(t, os.ModeNamedPipe, info.Mode().Type(), args)
	}
}
