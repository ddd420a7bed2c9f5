// Package inventory lists the state of the blocks of a cluster, and of the MXU's side of it (spec chapter 12, "On one page each"): what each register, queue, cache and RAM is, who saves it
// when CTAs are saved to memory, what resets it, and why the digest leaves it out if it does. docs/inventory.md is made from the tables; tests here and in tb/cluster check what they say.
package inventory

import (
	"reflect"

	"tilemark/hw/wires"
)

// Block is what the inventory has of a type of blocks.
type Block struct {
	Type    reflect.Type // of the block's struct
	Name    string
	About   string // what of it the tables leave out; "": nothing
	Stored  bool   // the tables have what it registers beside its State alone
	Items   []Item
	Outside []Outside
}

// Item is a part of the state.
type Item struct {
	// Path is a field of the block's State, with fields in it after dots; of what a block registers it begins with the name without the side of the break point. Elements of
	// arrays have one row. A field has the row of the longest path that leads to it.
	Path  string
	What  string
	Kind  Kind
	Saved Saved
	Reset Reset
	Left  string // why the digest leaves it out; "": it has it
}

// Kind is what state is made of.
type Kind string

// Kinds.
const (
	Register   Kind = "register"
	Entry      Kind = "entry" // of a list in registers that is looked up by what is in it
	Queue      Kind = "queue"
	RAM        Kind = "RAM"
	Cache      Kind = "cache" // its tags
	LineBuffer Kind = "line buffer"
)

// Saved is who saves it when all CTAs of a context are saved to memory.
type Saved string

// Who saves it. What nobody saves is as after reset when the CTAs of the only context are saved and its lines are dropped, but for Bound and Free.
const (
	Handler   Saved = "trap handler"
	InMemory  Saved = "it is in memory then"
	FromPM    Saved = "PM sends it again"
	Stays     Saved = "it stays in PM"
	Comes     Saved = "nobody: what the thread does next makes it again"
	Withdrawn Saved = "nobody: arrivals at barriers are withdrawn"
	Drained   Saved = "nobody: nothing is left in it"
	NotInCTAs Saved = "nobody: threads of CTAs have none"
	Bound     Saved = "nobody: sent again by who binds"
	Free      Saved = "nobody: no result depends on it"
)

// Reset is what makes it as after reset again.
type Reset string

// Resets. All but Next and Never leave nothing when everything has ended and caches have dropped their lines.
const (
	ThreadEnd  Reset = "thread end"
	CTAEnd     Reset = "CTA end"
	MessageEnd Reset = "message end"
	RequestEnd Reset = "end of the request"
	CommandEnd Reset = "end of the command or call"
	Opened     Reset = "barrier opens, or CTA end"
	SetEnd     Reset = "pin set given up"
	LineDrop   Reset = "line dropped"
	Answered   Reset = "answer"
	Sent       Reset = "it is sent"
	WroteBack  Reset = "result written"
	TokenOn    Reset = "token of the cut"
	NothingOn  Reset = "nothing is left of the cut"
	Restored   Reset = "all CTAs are back"
	PassedBy   Reset = "time: a cycle that has passed is none"
	Idle       Reset = "nobody else waits for a turn"
	Next       Reset = "nothing: the next one takes its place"
	Never      Reset = "reset alone"
)

// Rests tells whether it is as after reset when everything has ended.
func (r Reset) Rests() bool { return r != Next && r != Never }

// Outside is a field of a block's struct that is no state.
type Outside struct {
	Path string // as Item.Path, from the block's struct on
	Use  Use
	What string
}

// Use is why a field is no state.
type Use string

// Uses.
const (
	Fixed   Use = "says how the block was made, and does not change"
	Scratch Use = "is written in each cycle before it is read"
	Memo    Use = "saves finding something again: without it the same is found"
)

// Blocks are all of them, in the order of the page.
var Blocks = []*Block{&pmBlock, &smBlock, &lsuBlock, &l15Block, &samplerBlock, &mxuBlock}

// Of is what the inventory has of a block; nil: nothing.
func Of(b wires.Block) *Block {
	t := reflect.TypeOf(b)
	for _, x := range Blocks {
		if t == reflect.PointerTo(x.Type) {
			return x
		}
	}
	return nil
}
