// Profile merges profiles of the processor into the one by which the compiler optimises the program tilemark (cmd/tilemark/default.pgo), and takes out of it which files were run:
//
//	profile -o FILE PROFILE ...
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/google/pprof/profile"
)

func main() {
	out := flag.String("o", "", "`FILE` that is written")
	flag.Parse()
	if *out == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: profile -o FILE PROFILE ...")
		os.Exit(2)
	}
	if err := write(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

// write merges files into one, by way of a file of another name.
func write(out string, from []string) error {
	var all []*profile.Profile
	for _, name := range from {
		p, err := read(name)
		if err != nil {
			return err
		}
		all = append(all, p)
	}
	p, err := profile.Merge(all)
	if err != nil {
		return err
	}
	for _, m := range p.Mapping {
		m.File, m.BuildID = "", ""
	}
	p.TimeNanos = 0
	f, err := os.Create(out + ".new")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing is there when all went well
	if err := p.Write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), out)
}

// read reads a profile.
//
//fuzz:none a maintainer's own measurement, read by the library that go tool pprof is made of
func read(name string) (*profile.Profile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := profile.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; a profile of the processor was expected (go test -cpuprofile)", name, err)
	}
	return p, nil
}
