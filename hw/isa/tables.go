package isa

import "embed"

// Tables are the tables that this package was generated from.
//
//go:embed *.yaml
var Tables embed.FS
