package diff

// Rule is a kind of change.
type Rule struct {
	Name     string
	Class    Class // unless the policy says otherwise
	Breaks   []Audience
	Saved    bool // breaks save areas too when it concerns a register of class save
	Sentence string
}

// Rules are all kinds of changes.
var Rules = []Rule{
	{"version-due", Version, []Audience{Readers}, false, "The declared version is lower than the changes demand."},
	{"version-lowered", Version, []Audience{Readers}, false, "A version may only grow: who compares versions takes the new map for the older one."},
	{"version-invalid", Version, []Audience{Readers}, false, "A version is MAJOR.MINOR.PATCH; what is due cannot be told."},
	{"since-wrong", Version, []Audience{Readers}, false, "A new register names the version that brings it, or drivers look for it in older machines."},
	{"version-declared", Documentation, nil, false, "The block declares its first version."},
	{"version-raised", Documentation, nil, false, "The block declares a new version."},

	{"block-added", Breaking, []Audience{SaveArea}, false, "The blocks with higher IDs and the tail move in the save area."},
	{"block-removed", Breaking, []Audience{Binary, Source, SaveArea}, false, "Drivers that use the block find nothing there."},
	{"block-renamed", Breaking, []Audience{Source}, true, "Drivers that name the block's registers no longer build; built ones go on."},
	{"block-id", Breaking, []Audience{Binary, SaveArea}, false, "Built drivers write to another block's registers."},
	{"block-length", Breaking, []Audience{Binary}, true, "What is after the block in the save area may move, and its length register says another number."},
	{"block-saturates", Documentation, []Audience{Readers}, false, "Readers are told whether the length register saturates; what it holds follows from the length."},
	{"block-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},

	{"register-added", Compatible, nil, false, "Nothing used the place before."},
	{"saved-register-added", Breaking, []Audience{SaveArea}, false, "A save writes more: old save areas lack the register. Drivers go on."},
	{"register-reuses", Breaking, []Audience{Binary}, true, "Built drivers that use what was at this place write to the new register."},
	{"register-removed", Breaking, []Audience{Binary, Source}, true, "Drivers that use the register find nothing there."},
	{"register-renamed", Breaking, []Audience{Source}, true, "Drivers that name the register no longer build; built ones go on."},
	{"register-moved", Breaking, []Audience{Binary}, true, "Built drivers write to the old place."},
	{"register-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"array-made", Breaking, []Audience{Source}, true, "One register became an array, or an array one register: its name takes an index, or none."},
	{"array-grown", Compatible, nil, false, "Elements follow after the old ones."},
	{"saved-array-grown", Breaking, []Audience{SaveArea}, false, "A save writes more: old save areas lack the new elements. Drivers go on."},
	{"array-shrunk", Breaking, []Audience{Binary, Source}, true, "Drivers that use the last elements find nothing there."},
	{"array-stride", Breaking, []Audience{Binary}, true, "Built drivers miss all elements but the first."},
	{"class-save-added", Breaking, []Audience{SaveArea}, false, "A save writes more: old save areas lack the register."},
	{"class-save-removed", Breaking, []Audience{SaveArea, Binary}, false, "The register no longer outlives an interrupt."},
	{"class-changed", Behavioural, []Audience{Binary}, false, "What the register holds after a switch is another value."},
	{"since-changed", Documentation, []Audience{Readers}, false, "Readers are told of another version that brought the register."},
	{"lock-added", Behavioural, []Audience{Binary}, false, "Writes are ignored while the lock is set."},
	{"lock-removed", Behavioural, []Audience{Binary}, false, "Writes after the lock now change the register."},
	{"lock-changed", Behavioural, []Audience{Binary}, false, "Another field decides whether writes are ignored."},
	{"alias-added", Behavioural, []Audience{Binary}, false, "The register now shows another one's bits: each write changes both."},
	{"alias-removed", Breaking, []Audience{Binary}, false, "A write no longer changes the other register."},
	{"alias-changed", Breaking, []Audience{Binary}, false, "A write changes another register than before."},

	{"field-added", Compatible, nil, false, "The bits were unused, and what drivers write there, 0, is the old behaviour."},
	{"field-added-set", Behavioural, []Audience{Binary}, true, "The bits were unused: drivers that write 0 there clear what is set after reset."},
	{"field-added-one", Breaking, []Audience{Binary}, true, "The bits were unused: drivers write 0 where ones must be."},
	{"field-reuses", Breaking, []Audience{Binary}, true, "Built drivers mean another field by these bits."},
	{"field-removed", Breaking, []Audience{Binary, Source}, false, "Drivers that use the field change nothing."},
	{"field-renamed", Breaking, []Audience{Source}, false, "Drivers that name the field no longer build; built ones go on."},
	{"field-moved", Breaking, []Audience{Binary}, true, "Built drivers write the value to the old bits."},
	{"field-narrowed", Breaking, []Audience{Binary, Source}, true, "Large values no longer fit."},
	{"field-widened", Compatible, nil, false, "Old values fit, with zeros above."},
	{"field-widened-signed", Breaking, []Audience{Binary}, true, "The sign bit moved: built drivers' negative values become large ones."},
	{"field-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"type-changed", Breaking, []Audience{Binary, Source}, true, "The same bits mean another value."},
	{"align-raised", Breaking, []Audience{Binary, Source}, true, "Addresses that were good are misaligned."},
	{"align-lowered", Compatible, nil, false, "Every address that was good still is."},
	{"sw-narrowed", Breaking, []Audience{Binary, Source}, false, "Software can no longer read, or no longer write, the field."},
	{"sw-widened", Compatible, nil, false, "Software can do all that it could, and more."},
	{"sw-changed", Breaking, []Audience{Binary}, false, "A read or a write has another effect."},
	{"hw-changed", Behavioural, []Audience{Binary}, false, "Whether the hardware writes the field is another matter now."},
	{"reset-changed", Behavioural, []Audience{Binary}, false, "Drivers that rely on the value after reset see another one."},

	{"enum-value-added", Compatible, nil, false, "The code was unused."},
	{"enum-code-reuses", Breaking, []Audience{Binary}, true, "Built drivers mean another thing by this code."},
	{"enum-value-removed", Breaking, []Audience{Binary, Source}, true, "Drivers that use the value ask for nothing known."},
	{"enum-value-renamed", Breaking, []Audience{Source}, false, "Drivers that name the value no longer build; built ones go on."},
	{"enum-value-renumbered", Breaking, []Audience{Binary}, true, "Built drivers write the old code."},

	{"window-added", Compatible, nil, false, "Nothing used the place before."},
	{"window-reuses", Breaking, []Audience{Binary}, false, "Built drivers that use what was at this place write to the memory after the window."},
	{"window-removed", Breaking, []Audience{Binary, Source}, false, "Drivers that use the window find nothing there."},
	{"window-renamed", Breaking, []Audience{Source}, false, "Drivers that name the window no longer build; built ones go on."},
	{"window-moved", Breaking, []Audience{Binary}, false, "Built drivers write to the old place."},
	{"window-grown", Compatible, nil, false, "DWORDs follow after the old ones."},
	{"window-shrunk", Breaking, []Audience{Binary, Source}, false, "Drivers that use the last DWORDs find nothing there."},
	{"window-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},

	{"formats-added", Compatible, nil, false, "The file is new. Where there was none before, what is in it is not new but described now."},
	{"formats-removed", Documentation, []Audience{Readers}, false, "The file is gone; what was in it counts on its own."},
	{"formats-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"enum-added", Compatible, nil, false, "Nothing named these values before."},
	{"enum-removed", Breaking, []Audience{Source}, false, "Drivers that name the values no longer build."},
	{"enum-renamed", Breaking, []Audience{Source}, false, "Drivers that name the enum no longer build; built ones go on."},
	{"enum-kind", Breaking, []Audience{Binary, Source}, false, "Values became bits of a set, or bits values."},
	{"enum-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"enum-value-label", Documentation, []Audience{Readers}, false, "Texts call the value something else."},
	{"enum-value-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"enum-changed", Breaking, []Audience{Binary, Source}, true, "The same bits mean a value of another enum."},

	{"header-added", Compatible, nil, false, "There were no commands before."},
	{"header-removed", Breaking, []Audience{Binary, Source}, false, "There are no commands any more."},
	{"header-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"command-added", Compatible, nil, false, "The code was unused."},
	{"command-reuses", Breaking, []Audience{Binary}, false, "Built drivers mean another command by this code."},
	{"command-removed", Breaking, []Audience{Binary, Source}, false, "Drivers that send the command are refused."},
	{"command-renamed", Breaking, []Audience{Source}, false, "Drivers that name the command no longer build; built ones go on."},
	{"command-code", Breaking, []Audience{Binary}, false, "Built drivers send the old code."},
	{"command-length", Breaking, []Audience{Binary, Source}, false, "Commands of a length that was good are refused."},
	{"command-length-widened", Compatible, nil, false, "Every length that was good still is."},
	{"command-where-added", Compatible, nil, false, "The command may stand where it was refused."},
	{"command-where-removed", Breaking, []Audience{Binary, Source}, false, "The command is refused where it could stand."},
	{"command-alone", Documentation, []Audience{Readers}, false, "Texts call the header alone something else."},
	{"command-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"sub-added", Compatible, nil, false, "The sub-opcode was 0, and 0 remains what it was."},
	{"sub-removed", Breaking, []Audience{Binary, Source}, false, "The sub-opcode no longer means anything."},
	{"sub-renamed", Breaking, []Audience{Source}, false, "Drivers that name the sub-opcode no longer build; built ones go on."},
	{"sub-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},

	{"structure-added", Compatible, nil, true, "Nothing looked for it before."},
	{"structure-removed", Breaking, []Audience{Binary, Source}, true, "Drivers that use the structure find nothing there."},
	{"structure-renamed", Breaking, []Audience{Source}, false, "Drivers that name the structure no longer build; built ones go on."},
	{"structure-length", Breaking, []Audience{Binary, Source}, true, "Built drivers reserve another number of DWORDs."},
	{"structure-count", Breaking, []Audience{Binary, Source}, true, "Another number of them stands one after the other."},
	{"structure-behind", Breaking, []Audience{Binary}, true, "It is elsewhere in memory."},
	{"structure-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"word-added", Compatible, nil, false, "The place was reserved, or after the end."},
	{"word-reuses", Breaking, []Audience{Binary}, true, "Built drivers mean another word by this place."},
	{"word-removed", Breaking, []Audience{Binary, Source}, true, "Drivers that use the word change or read nothing."},
	{"word-renamed", Breaking, []Audience{Source}, false, "Drivers that name the word no longer build; built ones go on."},
	{"word-moved", Breaking, []Audience{Binary}, true, "Built drivers use the old place."},
	{"word-count", Breaking, []Audience{Binary, Source}, true, "The word takes another number of DWORDs."},
	{"word-rest", Breaking, []Audience{Binary, Source}, false, "Whether the word stands up to the command's end is another matter now."},
	{"word-writer", Behavioural, []Audience{Binary}, true, "Somebody else writes the word."},
	{"max-lowered", Breaking, []Audience{Binary, Source}, true, "Large values are refused."},
	{"max-raised", Compatible, nil, false, "Every value that was good still is."},
	{"word-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},

	{"reserved-added", Documentation, []Audience{Readers}, false, "DWORDs that nothing was said about are reserved."},
	{"reserved-removed", Documentation, []Audience{Readers}, false, "Of DWORDs that were reserved nothing is said."},
	{"reserved-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},

	{"instruction-added", Compatible, nil, false, "No kernel used the opcode before."},
	{"instruction-removed", Breaking, []Audience{Binary, Source}, false, "Kernels that use the operation are refused."},
	{"instruction-renamed", Breaking, []Audience{Source}, false, "Kernels that name the operation are no longer assembled; assembled ones go on."},
	{"instruction-opcode", Breaking, []Audience{Binary}, false, "Assembled kernels use the old opcode."},
	{"instruction-format", Breaking, []Audience{Binary}, false, "The bits of assembled kernels mean something else."},
	{"instruction-sources", Breaking, []Audience{Binary, Source}, false, "Kernels have another number of sources."},
	{"instruction-restricted", Breaking, []Audience{Binary, Source}, false, "Kernels that use what is no longer allowed are refused."},
	{"instruction-extended", Compatible, nil, false, "What was refused before is allowed."},
	{"instruction-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
	{"message-added", Compatible, nil, false, "No kernel used the code before."},
	{"message-removed", Breaking, []Audience{Binary, Source}, false, "Kernels that send the message are refused."},
	{"message-renamed", Breaking, []Audience{Source}, false, "Kernels that name the message are no longer assembled; assembled ones go on."},
	{"message-code", Breaking, []Audience{Binary}, false, "Assembled kernels use the old code."},
	{"message-unit", Behavioural, []Audience{Binary}, false, "Another unit executes the message."},
	{"message-payload", Breaking, []Audience{Binary, Source}, false, "Kernels send something else."},
	{"message-answer", Breaking, []Audience{Binary, Source}, false, "Kernels expect another answer."},
	{"message-restricted", Breaking, []Audience{Binary, Source}, false, "Kernels that use what is no longer allowed are refused."},
	{"message-extended", Compatible, nil, false, "What was refused before is allowed."},
	{"message-description", Documentation, []Audience{Readers}, false, "Readers are told something else."},
}

var rulesByName = func() map[string]*Rule {
	m := map[string]*Rule{}
	for i := range Rules {
		m[Rules[i].Name] = &Rules[i]
	}
	return m
}()

// ruleNamed finds a rule of the list above.
func ruleNamed(name string) *Rule {
	r := rulesByName[name]
	if r == nil {
		panic("diff: no rule " + name)
	}
	return r
}
