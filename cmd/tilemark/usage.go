package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tilemark/tb/request"
	"tilemark/text/near"
)

// flagError says in plain words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var bad *request.UsageError
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &bad): // without what the flag package puts before it
		return bad
	case errors.As(err, &unknown):
		if n := near.Name(unknown.GetSpecifiedName(), flagNames(cmd)); n != "" {
			return request.Usage("unknown flag: --%s; did you mean --%s?", unknown.GetSpecifiedName(), n)
		}
	case errors.As(err, &missing):
		return request.Usage("--%s: %s was expected after it", missing.GetFlag().Name, placeholder(missing.GetFlag()))
	case errors.As(err, &invalid):
		return request.Usage("--%s %q: %s was expected", invalid.GetFlag().Name, invalid.GetValue(), expectedValue(invalid.GetFlag()))
	}
	return request.Usage("%w; `%s --help` lists the flags", err, cmd.CommandPath())
}

func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// placeholder is the word for a flag's value in the help.
func placeholder(f *pflag.Flag) string {
	if name, _ := pflag.UnquoteUsage(f); !slices.Contains([]string{"", "int", "string", "uint"}, name) {
		return name
	}
	return expectedValue(f)
}

// expectedValue names the values of a flag's type.
func expectedValue(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int", "uint", "uint64":
		return "a whole number"
	case "duration":
		return "a time such as 90s or 20m"
	case "uint32":
		return "a whole number from 0 below 2^32"
	}
	return "a value"
}

// emptyFlags refuses texts that are given and empty.
func emptyFlags(cmd *cobra.Command, _ []string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		list, isList := f.Value.(pflag.SliceValue)
		if f.Value.Type() == "string" && f.Value.String() == "" || isList && len(list.GetSlice()) == 0 {
			err = request.Usage("--%s is empty: %s was expected", f.Name, placeholder(f))
		}
	})
	return err
}
