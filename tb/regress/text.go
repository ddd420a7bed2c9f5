package regress

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// vectorText is the text of a directed vector, cut at its keys of the first level.
type vectorText struct {
	keys  []string
	parts map[string]string // what a key has, its own line included
}

func parseVectorText(text []byte) *vectorText {
	d := &vectorText{parts: map[string]string{}}
	at := ""
	for line := range strings.Lines(string(text)) {
		if key, _, found := strings.Cut(line, ":"); found && key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_") == "" {
			at = key
			d.keys = append(d.keys, at)
		}
		if at != "" {
			d.parts[at] += line
		}
	}
	return d
}

// keep takes all keys away but those.
func (d *vectorText) keep(keys ...string) {
	d.keys = slices.DeleteFunc(d.keys, func(k string) bool { return !slices.Contains(keys, k) })
}

// set gives a key one line.
func (d *vectorText) set(key, value string) {
	if !slices.Contains(d.keys, key) {
		d.keys = append(d.keys, key)
	}
	d.parts[key] = key + ": " + value + "\n"
}

// configure sets parameters of the machine; those that the document has of the same name give way.
func (d *vectorText) configure(settings ...string) {
	var names, list []string
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		names, list = append(names, name), append(list, name+": "+value)
	}
	_, old, _ := strings.Cut(d.parts["config"], "{")
	old, _, _ = strings.Cut(old, "}")
	var kept []string
	for pair := range strings.SplitSeq(old, ",") {
		if name, _, found := strings.Cut(strings.TrimSpace(pair), ":"); found && !slices.Contains(names, name) {
			kept = append(kept, strings.TrimSpace(pair))
		}
	}
	d.set("config", "{"+strings.Join(append(kept, list...), ", ")+"}")
}

func (d *vectorText) text() []byte {
	var b bytes.Buffer
	for _, k := range d.keys {
		fmt.Fprint(&b, strings.TrimRight(d.parts[k], "\n"), "\n")
	}
	return b.Bytes()
}
