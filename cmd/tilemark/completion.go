package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tilemark/hw"
	"tilemark/regmap/decode"
	"tilemark/regmap/emit/languages"
	"tilemark/tb/directed"
	"tilemark/tb/random"
	"tilemark/tb/request"
	"tilemark/tb/scenefile"
)

// shells are those that completion writes scripts for.
var shells = []string{"bash", "zsh", "fish"}

func completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Writes the script by which a shell completes verbs, flags, scenes, parameters and vectors",
		Long: `completion writes a script for SHELL, which is bash, zsh or fish. Once the shell has read it, the tab key completes
verbs, flags and their values: scenes, vectors, parameters of the machine, blocks, languages. It asks the program itself, so
tilemark must be on the PATH.

  bash   source <(tilemark completion bash), with the package bash-completion installed and loaded
  zsh    source <(tilemark completion zsh), after compinit
  fish   tilemark completion fish | source

The line may stand in the shell's start file.`,
		Example:   "  tilemark completion bash > tilemark.bash",
		ValidArgs: shells,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := arguments("SHELL")(cmd, args); err != nil {
				return err
			}
			if !slices.Contains(shells, args[0]) {
				return request.Usage("shell %q: bash, zsh or fish was expected", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			}
			return root.GenFishCompletion(out, true)
		},
	}
}

// completer offers what a word may be.
type completer func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective)

// Words of usage lines, and what a shell offers for them.
var argumentCompleters = map[string]completer{
	"SCENE":     offer(scenes, cobra.ShellCompDirectiveDefault),
	"SCENE...":  offer(scenes, cobra.ShellCompDirectiveDefault),
	"A":         completeMachine,
	"VECTOR":    offer(vectors, cobra.ShellCompDirectiveDefault),
	"VECTOR...": offer(vectors, cobra.ShellCompDirectiveDefault),
}

// Flags of any verb, and what a shell offers for their values.
var flagCompleters = map[string]completer{
	"set":         completeParameter,
	"scene":       offer(scenes, cobra.ShellCompDirectiveDefault),
	"vary":        completeVaried,
	"partner":     offer(scenes, cobra.ShellCompDirectiveDefault),
	"lang":        offer(languages.Names, cobra.ShellCompDirectiveNoFileComp),
	"as":          offer(func() []string { return decode.Kinds }, cobra.ShellCompDirectiveNoFileComp),
	"break-point": offer(func() []string { return []string{"tg", "zl1"} }, cobra.ShellCompDirectiveNoFileComp),
}

// complete gives a verb and those below it what their usage lines and flags ask for.
func complete(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
	for word := range strings.FieldsSeq(cmd.Use) {
		word = strings.Trim(word, "[]")
		if c := argumentCompleters[word]; c != nil && cmd.ValidArgsFunction == nil {
			cmd.ValidArgsFunction = cobra.CompletionFunc(c)
		}
	}
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if c := flagCompleter(f); c != nil {
			if err := cmd.RegisterFlagCompletionFunc(f.Name, cobra.CompletionFunc(c)); err != nil {
				panic(err) // a flag is visited once
			}
		}
	})
}

// flagCompleter is what a shell offers for a flag's value; nil: files.
func flagCompleter(f *pflag.Flag) completer {
	if c := flagCompleters[f.Name]; c != nil {
		return c
	}
	words, _ := pflag.UnquoteUsage(f)
	if !strings.Contains(words, "|") || words != strings.ToLower(words) {
		return nil
	}
	return offer(func() []string { return strings.Split(words, "|") }, cobra.ShellCompDirectiveNoFileComp)
}

// offer offers the names that begin with what is typed.
func offer(names func() []string, directive cobra.ShellCompDirective) completer {
	return func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return slices.DeleteFunc(names(), func(n string) bool { return !strings.HasPrefix(n, word) }), directive
	}
}

// scenes are the names that stand for scenes without being files.
func scenes() []string {
	names := scenefile.Builtins()
	for _, n := range directed.Names() {
		names = append(names, "directed/"+n)
	}
	return names
}

// vectors are the names that check and its like take.
func vectors() (names []string) {
	for _, n := range directed.Names() {
		names = append(names, "directed/"+n)
	}
	for _, n := range random.Names() {
		names = append(names, "random/"+n+":")
	}
	return names
}

// completeMachine offers what compare takes: files, the machine as it is, and parameters.
func completeMachine(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	out, _ := completeParameter(cmd, args, word)
	if strings.HasPrefix(defaultMachine, word) {
		out = append(out, defaultMachine+"\tthe machine as it is")
	}
	return out, cobra.ShellCompDirectiveNoSpace
}

// completeParameter offers the keys of parameters and, after the equals sign, the values of those that have names.
func completeParameter(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	cfg := hw.DefaultConfig()
	key, _, valued := strings.Cut(word, "=")
	var out []string
	for _, p := range cfg.Params() {
		switch {
		case !valued && strings.HasPrefix(p.Key, word):
			out = append(out, p.Key+"=\t"+p.Doc)
		case valued && p.Key == key:
			for v := range strings.FieldsSeq(p.Values) {
				out = append(out, key+"="+v)
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
