package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tilemark/tb/overlay"
)

// programs are what a build of the plan has: the program that runs cases, and the unit tests.
type programs struct {
	root    string
	folder  string // absolute, where they are
	overlay string // the file for -overlay; "" for the source as it is
	worker  string
	units   []string // import paths of the packages whose tests are built
}

// program is the package of this program.
const program = "./tb/sabotage"

// buildPrograms builds what runs cases on a build of the plan; nil is the source as it is.
func buildPrograms(ctx context.Context, root, folder string, b *overlay.Build) (*programs, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	p := &programs{root: root, folder: folder, worker: filepath.Join(folder, "worker")}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	if b == nil {
		out, err := exec.CommandContext(ctx, "go", "build", "-C", root, "-o", p.worker, program).CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("go build %s: %w\n%s", program, err, out)
		}
		return p, nil
	}
	if b.Chooses() {
		b.Add(hookFile, []byte(hook))
	}
	if p.overlay, err = b.Write(root, folder); err != nil {
		return nil, err
	}
	_, err = overlay.Go(ctx, root, p.overlay, "build", "-o", p.worker, program)
	return p, err
}

// unitFolder is where the tests of a package are run: their own folder.
func unitFolder(root, pkg string) string {
	_, below, _ := strings.Cut(pkg, "/")
	return filepath.Join(root, filepath.FromSlash(below))
}

// testsOf is the program with the tests of a package.
func (p *programs) testsOf(pkg string) string { return filepath.Join(p.folder, path.Base(pkg)+".test") }

// buildUnits builds the tests of packages.
func (p *programs) buildUnits(ctx context.Context, pkgs []*unitPackage) error {
	var missing []string
	for _, pkg := range pkgs {
		if !slices.Contains(p.units, pkg.path) {
			missing = append(missing, pkg.path)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	_, err := overlay.Go(ctx, p.root, p.overlay, "test", append([]string{"-c", "-vet=off", "-o", p.folder + "/"}, missing...)...)
	p.units = append(p.units, missing...)
	return err
}

// unitPackage is a package below hw with tests.
type unitPackage struct {
	path    string
	depends map[string]bool // import paths of the packages that its tests have in them, its own included
}

// rapid is the package of which properties are made.
const rapid = "pgregory.net/rapid"

// properties tells whether there are any among the tests.
func (u *unitPackage) properties() bool { return u.depends[rapid] }

// moreChecks is how many examples a property has in random cases. It has rapid's own number, a hundred, among the units.
const moreChecks = 1000

// flags are those of the properties, if there are any: the same seed gives the same examples. 0 is that of the units.
func (u *unitPackage) flags(seed int) []string {
	switch {
	case !u.properties():
		return nil
	case seed == 0:
		return []string{"-rapid.nofailfile", "-rapid.seed=1"}
	}
	return []string{"-rapid.nofailfile", fmt.Sprintf("-rapid.seed=%d", seed), fmt.Sprintf("-rapid.checks=%d", moreChecks)}
}

// beside are folders of tests outside of hw that are asked, too: of what parameters and reports of a run say, of blocks that sleep
// while they could go on, and of kernels on clusters in lockstep with the simulator.
var beside = []string{"./tb/figures", "./tb/awake", "./tb/cluster"}

// unitPackages lists the packages below hw that have tests, and those beside, by their paths.
func unitPackages(ctx context.Context, root string) (list []unitPackage, err error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-C", root, "-test", "-json=ImportPath,Deps", "./hw/..."}, beside...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list ./hw/... %s: %w", strings.Join(beside, " "), err)
	}
	names := map[string]string{}
	for in := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Deps       []string
		}
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		pkg, is := strings.CutSuffix(p.ImportPath, ".test")
		if !is {
			continue
		}
		if other := names[path.Base(pkg)]; other != "" {
			return nil, fmt.Errorf("the packages %s and %s end with the same name, so that their test programs would have one name", other, pkg)
		}
		names[path.Base(pkg)] = pkg
		u := unitPackage{pkg, map[string]bool{}}
		for _, d := range p.Deps {
			d, _, _ = strings.Cut(d, " ") // without [of which test]
			u.depends[d] = true
		}
		list = append(list, u)
	}
}
