package emit

import "strings"

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// XML makes a description one line of XML text.
func XML(description string) string { return xmlEscapes.Replace(Line(description)) }

// XMLText is a text of nested elements, each on a line of its own.
type XMLText struct {
	*Text
	depth int
}

// NewXML begins a document, and says where it comes from.
func NewXML(t *Text) *XMLText {
	t.Add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "<!-- Generated from register tables by \"tilemark regs gen\". Do not edit. -->\n")
	return &XMLText{Text: t}
}

const indents = "                                                                "

func (x *XMLText) indent() { x.Add(indents[:min(2*x.depth, len(indents))]) }

// Open begins an element, given with its attributes.
func (x *XMLText) Open(tag string) {
	x.indent()
	x.Add("<", tag, ">\n")
	x.depth++
}

// Close ends the element.
func (x *XMLText) Close(tag string) {
	x.depth--
	x.indent()
	x.Add("</", tag, ">\n")
}

// Element writes an element with a description or a name.
func (x *XMLText) Element(tag, text string) {
	x.indent()
	x.Add("<", tag, ">", XML(text), "</", tag, ">\n")
}

// Optional writes an element unless its text is empty.
func (x *XMLText) Optional(tag, text string) {
	if text != "" {
		x.Element(tag, text)
	}
}
