package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/hw"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/study"
	"tilemark/text/near"
)

// varying is what --vary asks for.
type varying struct {
	all      bool              // it is not given
	names    []string          // of the study's own parameters, or none
	values   map[string]string // that --vary gives them
	settings []study.Varied    // parameters of the machine
}

// has tells whether one of the study's own parameters is varied.
func (v *varying) has(name string) bool { return v.all || slices.Contains(v.names, name) }

// named tells whether a study has a parameter of its own with a name.
func named(name string) bool { return name == periodName || study.ByName(name) != nil }

// parse reads the occurrences of --vary.
func (f *studyFlags) parse(cmd *cobra.Command) (*varying, error) {
	v := &varying{all: len(f.vary) == 0, values: map[string]string{}}
	for _, text := range f.vary {
		var err error
		if key, list, found := strings.Cut(text, "="); found {
			err = v.give(cmd, strings.TrimSpace(key), list)
		} else {
			err = v.name(cmd, names(text), len(f.vary) == 1)
		}
		if err != nil {
			return nil, err
		}
	}
	return v, nil
}

// give takes a parameter with its values.
func (v *varying) give(cmd *cobra.Command, key, list string) error {
	if named(key) {
		if cmd.Flags().Changed(key) {
			return request.Usage("--vary %s=%s and --%s: one of them was expected", key, list, key)
		}
		v.values[key] = list
		return v.add(key)
	}
	p, err := study.OfMachine(key)
	if err != nil {
		return request.Usage("--vary %s=%s: %w", key, list, err)
	}
	if slices.ContainsFunc(v.settings, func(o study.Varied) bool { return o.Name == p.Name }) {
		return request.Usage("--vary %s: given twice; each once was expected", key)
	}
	values, err := p.Parse(list)
	if err != nil {
		return request.Usage("--vary %w", err)
	}
	v.settings = append(v.settings, study.Varied{Parameter: p, List: values})
	return nil
}

// name takes a list of the study's own parameters.
func (v *varying) name(cmd *cobra.Command, list []string, only bool) error {
	for _, name := range list {
		switch {
		case named(name):
			if err := v.add(name); err != nil {
				return err
			}
		case name == noneName && only && len(list) == 1:
		case ofMachine(name):
			return request.Usage("--vary %s: its values were expected, as in %s=A,B", name, name)
		default:
			return request.Usage("--vary %q: no such parameter%s", name,
				near.Suggest(name, append(study.Names(), periodName), fmt.Sprintf("; `%s --help` lists them", cmd.CommandPath())))
		}
	}
	return nil
}

func (v *varying) add(name string) error {
	if slices.Contains(v.names, name) {
		return request.Usage("--vary %s: given twice; each once was expected", name)
	}
	v.names = append(v.names, name)
	return nil
}

// ofMachine tells whether a machine has a parameter or connection of a name.
func ofMachine(name string) bool {
	_, err := study.OfMachine(name)
	return err == nil
}

// parameters reads what is varied, in the order of tables.
func (f *studyFlags) parameters(cmd *cobra.Command, o *runs.StudyOptions) error {
	vary, err := f.parse(cmd)
	if err != nil {
		return err
	}
	for i := range study.Parameters {
		p := &study.Parameters[i]
		if !vary.has(p.Name) {
			if cmd.Flags().Changed(p.Name) {
				return request.Usage("--%s is given, but --vary does not name it", p.Name)
			}
			continue
		}
		text, given := vary.values[p.Name]
		if !given {
			text, given = *f.values[p.Name], cmd.Flags().Changed(p.Name)
		}
		list, err := p.Parse(text)
		if err != nil {
			return request.Usage("--%s %w", p.Name, err)
		}
		v := study.Varied{Parameter: p, List: list}
		if v.Generated() && !given {
			v.List = f.inside(o, list)
		}
		o.Vary = append(o.Vary, v)
	}
	o.Vary = append(o.Vary, vary.settings...)
	return f.distances(cmd, vary, o)
}

// distances reads the distances of interrupts.
func (f *studyFlags) distances(cmd *cobra.Command, vary *varying, o *runs.StudyOptions) error {
	if !vary.has(periodName) {
		if cmd.Flags().Changed(periodName) {
			return request.Usage("--%s is given, but --vary does not name it", periodName)
		}
		return nil
	}
	list, given := vary.values[periodName]
	if !given {
		list = f.periods
	}
	for _, text := range names(list) {
		n, err := parseWhole(periodName, text, 1)
		if err != nil {
			return err
		}
		o.Periods = append(o.Periods, n)
	}
	return nil
}

// inside leaves out default sizes of triangles that are larger than the target.
func (f *studyFlags) inside(o *runs.StudyOptions, list []study.Value) []study.Value {
	size := o.Size
	if size == (request.Size{}) {
		size = o.Default
	}
	return slices.DeleteFunc(list, func(v study.Value) bool { return v.X > float64(min(size.Width, size.Height)) })
}

// completeVaried offers what --vary takes: the study's own parameters, and those of the machine.
func completeVaried(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	out, directive := completeParameter(cmd, args, word)
	for i := range study.Parameters {
		if p := &study.Parameters[i]; strings.HasPrefix(p.Name, word) {
			out = append(out, p.Name+"\t"+p.Doc)
		}
	}
	for _, c := range hw.Connections() {
		if word != "" && strings.HasPrefix(c, word) {
			out = append(out, c+"=\tdepth of "+c)
		}
	}
	return out, directive
}
