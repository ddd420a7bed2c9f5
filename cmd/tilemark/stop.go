package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tilemark/text/number"
	"tilemark/text/output"
)

// stopped is why a context has ended: somebody sent the program a signal.
type stopped struct{ signal syscall.Signal }

// Error names the signal.
func (s stopped) Error() string { return "stopped by " + s.name() }

func (s stopped) name() string {
	switch s.signal {
	case syscall.SIGINT:
		return "SIGINT"
	case syscall.SIGTERM:
		return "SIGTERM"
	case syscall.SIGHUP:
		return "SIGHUP"
	}
	return fmt.Sprintf("signal %d", int(s.signal))
}

func (s stopped) status() int { return exitSignal + int(s.signal) }

// untilSignal is a context that the first signal ends; the second one ends the program at once. SIGHUP stays ignored where it is,
// as nohup wants.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	c := make(chan os.Signal, 2)
	signal.Notify(c, list...)
	signal.Notify(make(chan os.Signal, 1), writeSignals...)
	go func() {
		first := stopped{(<-c).(syscall.Signal)}
		cancel(first)
		second := stopped{(<-c).(syscall.Signal)}
		signal.Reset(list...)
		output.RemoveTemporaries()
		os.Exit(second.status())
	}()
	return ctx
}

// course is how far a verb is, for whoever asks when it is stopped.
type course struct {
	mu     sync.Mutex
	said   string
	itself bool
	last   []func() // what is to be done when it is stopped
}

type courseKey struct{}

func courseOf(cmd *cobra.Command) *course { return cmd.Context().Value(courseKey{}).(*course) }

// soFar notes what the verb has checked or written, which is said when a signal stops it.
func soFar(cmd *cobra.Command, format string, args ...any) {
	c := courseOf(cmd)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = fmt.Sprintf(format, args...)
}

// failing says how many of some things failed.
func failing(n int) string {
	if n == 0 {
		return "all passed"
	}
	return fmt.Sprintf("%s failed", number.Thousands(n))
}

// atStop has something done when a signal stops the verb, while the verb goes on or waits; it may say more by soFar.
func atStop(cmd *cobra.Command, do func()) {
	c := courseOf(cmd)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = append(c.last, do)
}

// endsItself tells that the verb watches the context, and ends soon when that does. Verbs that do not are left where they are.
func endsItself(cmd *cobra.Command) context.Context {
	c := courseOf(cmd)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.itself = true
	return cmd.Context()
}

// grace is how long a verb that ends itself may take for it.
const grace = 10 * time.Second

// executeUntil runs a command line until a signal stops it, and returns the exit status.
func executeUntil(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c := &course{}
	out := &standardOutput{w: stdout}
	done := make(chan int, 1)
	go func() { done <- perform(context.WithValue(ctx, courseKey{}, c), args, out, stderr) }()
	select {
	case status := <-done:
		return c.ended(ctx, status, stderr)
	case <-ctx.Done():
	}
	select {
	case status := <-done: // it had ended before the signal came
		return c.ended(ctx, status, stderr)
	default:
	}
	if c.waited() {
		select {
		case status := <-done:
			return c.ended(ctx, status, stderr)
		case <-time.After(grace):
		}
	}
	c.stop()
	out.close()
	output.RemoveTemporaries()
	return c.ended(ctx, exitSignal, stderr)
}

func (c *course) waited() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.itself
}

// stop does what is to be done when the verb is stopped.
func (c *course) stop() {
	c.mu.Lock()
	last := c.last
	c.mu.Unlock()
	for _, do := range last {
		do()
	}
}

// ended is the exit status of a verb: its own, or when a signal came before all was done, that of the signal.
func (c *course) ended(ctx context.Context, status int, stderr io.Writer) int {
	why, yes := context.Cause(ctx).(stopped)
	if !yes || status == exitHeld {
		return status
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	text := why.Error()
	if c.said != "" {
		text += ": " + c.said
	}
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(stderr, "\r\x1b[K") // a bar, and what the terminal shows for Ctrl-C
	}
	fmt.Fprintf(stderr, "tilemark: %s\n", text)
	return why.status()
}
