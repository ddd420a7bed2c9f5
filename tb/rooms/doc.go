// Package rooms has tests of the project's shape: which folder may import which, that folders join in no circle, and that a package
// which is large says why (docs/decisions/0020-rooms.md).
package rooms
