package regs

import "embed"

// Tables are the register tables that this package was generated from, so that the
// program can check and document them without the source tree.
//
//go:embed *.yaml formats/*.yaml
var Tables embed.FS
