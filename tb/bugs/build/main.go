// Command build writes the overlay with all known bugs into out/bugs. It is run in the project's folder, before
// go build -tags faults -overlay out/bugs/overlay.json.
package main

import (
	"fmt"
	"os"

	"tilemark/tb/bugs"
)

const folder = "out/bugs"

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write() error {
	b, err := bugs.Plan(".")
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	_, err = b.Write(".", folder)
	return err
}
