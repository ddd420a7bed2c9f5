package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// terminal opens a pseudo terminal; shown gives what was written to it until it is closed.
func terminal(t *testing.T) (tty *os.File, shown func() string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	var number, unlock uint32
	for request, value := range map[uintptr]*uint32{syscall.TIOCSPTLCK: &unlock, syscall.TIOCGPTN: &number} {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(value)))
		require.Zero(t, errno)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	done := make(chan string)
	go func() {
		var all bytes.Buffer
		_, _ = all.ReadFrom(master) // ends with an error when the terminal is closed
		done <- all.String()
	}()
	return tty, func() string {
		tty.Close()
		defer master.Close()
		return <-done
	}
}

// soon has bars shown at once.
func soon(t *testing.T) {
	was := patience
	patience = 0
	t.Cleanup(func() { patience = was })
}

func TestSweepOnATerminalShowsRateAndTimeLeft(t *testing.T) {
	soon(t)
	tty, shown := terminal(t)
	var out bytes.Buffer
	status := execute([]string{"sweep", "one-triangle", "--size", "16x16", "--every", "3"}, &out, tty)
	require.Equal(t, exitHeld, status)
	text := shown()
	require.Regexp(t, `sweep +\d+% \|.*\| \(\d+/\d+, \d+ cuts/s\) \[\d+m?s?:\d+m?s?\]`, text)
	last := text[strings.LastIndexByte(strings.TrimRight(text, "\r"), '\r')+1:]
	require.Empty(t, strings.TrimSpace(last), "the bar is taken away at the end")
	require.NotContains(t, out.String(), "cuts/s)")
}

func TestRunOnATerminalShowsCycles(t *testing.T) {
	soon(t)
	tty, shown := terminal(t)
	var out bytes.Buffer
	require.Equal(t, exitHeld, execute([]string{"run", "teapot", "--size", "64x64", "--out", t.TempDir()}, &out, tty))
	require.Regexp(t, `uninterrupted.*cycles/s`, shown())
}

func TestShortWorkShowsNoBar(t *testing.T) {
	tty, shown := terminal(t)
	bar := newProgress(tty)
	for i := range 10 {
		bar.cuts(i, 10)
		time.Sleep(5 * time.Millisecond)
	}
	bar.done()
	require.Empty(t, shown())
}

func TestNoTerminalNoBar(t *testing.T) {
	soon(t)
	for _, args := range []string{"sweep one-triangle --size 16x16 --every 20", "run one-triangle --size 16x16 --out " + t.TempDir()} {
		status, _, errs := tilemark(strings.Fields(args)...)
		require.Equal(t, exitHeld, status)
		require.Empty(t, errs)
	}
	file, err := os.Create(t.TempDir() + "/errors")
	require.NoError(t, err)
	defer file.Close()
	var out bytes.Buffer
	require.Equal(t, exitHeld, execute([]string{"sweep", "one-triangle", "--size", "16x16", "--every", "20"}, &out, file))
	info, err := file.Stat()
	require.NoError(t, err)
	require.Zero(t, info.Size())
}

// The bar of a resumed sweep counts what this process tries, so that its rate and time left are right.
func TestTheBarOfAResumedSweepCountsTheRest(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	p.w = &out
	p.cuts(100, 300)
	p.cuts(150, 300)
	state := p.bar.State()
	require.EqualValues(t, 50, state.CurrentNum)
	require.EqualValues(t, 200, state.Max)
}
