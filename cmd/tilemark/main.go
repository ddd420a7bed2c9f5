// Command tilemark renders scenes on the cycle-level model of an interruptible GPU,
// interrupts it, and proves that nothing of the picture depends on that.
//
// Exit status: 0 when everything that was asked for was checked and held, 1 when a check
// failed, 2 when the request made no sense or the world did not let it be done, such as a full
// disk, 128 and the signal's number when a signal stopped it.
//
// It is large because each verb has a file with its flags, help, wrong uses and exit status,
// all on the same flags and messages; what verbs do is in tb, regmap and compiler.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"tilemark/tb/regress/store"
	"tilemark/tb/request"
	"tilemark/text/output"
)

func main() { os.Exit(executeUntil(untilSignal(), os.Args[1:], os.Stdout, os.Stderr)) }

// Exit statuses.
const (
	exitHeld   = 0
	exitFailed = 1
	exitUsage  = 2 // or the world does not let us
	exitSignal = 128
)

// errFailed is a check that did not hold and has been reported.
var errFailed = errors.New("a check failed")

// execute runs a command line and returns the exit status.
func execute(args []string, stdout, stderr io.Writer) (status int) {
	return executeUntil(context.Background(), args, stdout, stderr)
}

// perform has cobra find the verb and do it.
func perform(ctx context.Context, args []string, stdout *standardOutput, stderr io.Writer) (status int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "tilemark: internal error: %v\n%s", r, debug.Stack())
			status = exitFailed
		}
	}()
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	output.Stdout = stdout
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	lost := stdout.lost()
	switch {
	case errors.Is(lost, syscall.EPIPE): // whoever read it wants no more of it
		return exitSignal + int(syscall.SIGPIPE)
	case lost != nil:
		fmt.Fprintf(stderr, "tilemark: %v\n", lost)
		if !errors.Is(err, errFailed) {
			return exitUsage
		}
	}
	switch {
	case err == nil:
		return exitHeld
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.As(err, &stopped{}): // who waits for the signal says so
		return exitSignal
	}
	fmt.Fprintf(stderr, "tilemark: %v\n", err)
	if isWrongUse(err) || ofTheWorld(err) {
		return exitUsage
	}
	return exitFailed
}

func isWrongUse(err error) bool {
	var bad *request.UsageError
	return errors.As(err, &bad)
}

// ofTheWorld tells whether an error is of files and their system, and says nothing of the machine.
func ofTheWorld(err error) bool {
	var file *output.Error
	var database *store.FileError
	var system syscall.Errno
	return errors.As(err, &file) || errors.As(err, &database) || errors.As(err, &system)
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "tilemark VERB",
		Short: "A cycle-level model of a GPU that can be interrupted anywhere",
		Long: `tilemark renders scenes on a cycle-level model of a GPU, interrupts it in any cycle,
restores it, and compares every byte with an uninterrupted run and with an independent
renderer.

Exit status: 0 when everything that was asked for was checked and held, 1 when a check
failed, 2 when the request made no sense or the world did not let it be done (a full disk,
a file that cannot be read), 128 and the signal's number when a signal stopped it: 130 for
SIGINT, 143 for SIGTERM. The first signal has the program remove its temporary files and say
what it has checked so far; a second one ends it at once.`,
		Example:       "  tilemark run teapot --interrupt 20000\n  tilemark sweep one-triangle\n  tilemark config --set memory.latency=200",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return request.Usage("a verb is missing; `tilemark --help` lists them")
			}
			return unknownVerb(cmd, args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	showVersion(root)
	root.SuggestionsMinimumDistance = 2
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = emptyFlags
	root.SetHelpCommand(helpCommand(root))
	root.AddCommand(runCommand(), compareCommand(), explainCommand(), sweepCommand(), studyCommand(), waveCommand(), traceCommand(), configCommand(), connectionsCommand(), diagramCommand(), exportCommand(),
		recordCommand(), dumpCommand(), buildCommand(), decodeCommand(), asmCommand(), disasmCommand(), compileCommand(), shadeCommand(), manualCommand(), execCommand(), regsCommand(), checkCommand(), shrinkCommand(), bisectCommand(), knobsCommand(),
		coverCommand(), regressCommand(), reportCommand(), mergeCommand(), completionCommand(), manCommand(), schemaCommand())
	complete(root)
	return root
}

func unknownVerb(root *cobra.Command, name string) error {
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return request.Usage("unknown verb %q; did you mean %q?", name, near[0])
	}
	return request.Usage("unknown verb %q; `tilemark --help` lists them", name)
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB]",
		Short: "Explains a verb",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			switch {
			case err != nil || cmd == root && len(rest) > 0:
				return unknownVerb(root, args[0])
			case len(rest) > 0:
				return request.Usage("unexpected argument %q; `%s --help` explains the verb", rest[0], cmd.CommandPath())
			}
			return cmd.Help()
		},
	}
}

// arguments demands exactly the named arguments.
func arguments(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return request.Usage("%s is missing; `%s --help` explains it", names[len(args)], cmd.CommandPath())
		case len(args) > len(names):
			return request.Usage("unexpected argument %q; `%s --help` explains the verb", args[len(names)], cmd.CommandPath())
		}
		return nil
	}
}
