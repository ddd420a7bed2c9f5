// Uses the manual of the instruction set in Chromium (browser.mjs). Beside the page lies instructions.json: words, and what the assembler's package says of them.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { address, check, file, page, same, shot, use } from "./browser.mjs";

const at = async (hash) => { await page.goto("about:blank"); await page.goto(address + hash); };
const data = JSON.parse(readFileSync(file, "utf8").match(/id="data">(.*?)<\/script>/s)[1]);
const cases = JSON.parse(readFileSync(join(dirname(file), "instructions.json"), "utf8"));
const words = page.locator("#words");
const field = (name) => page.getByLabel(name, { exact: true });
const text = () => page.locator("#text").textContent();

async function opens() {
  await at("");
  same(await page.locator("h1:visible").textContent(), "Instruction set", "the page opens from a file");
  await shot("manual-overview");
  for (const [hash, count, what] of [["#operations", data.operations.length, "operation"], ["#messages", data.messages.length, "message"], ["#enums", data.enums.length, "list of values"],
    ["#forms", Object.keys(data.forms).length, "form"], ["#tables", Object.keys(data.tables).length, "table"]]) {
    await at(hash);
    same(await page.locator("article.card:visible").count(), count, `each ${what} has a card`);
  }
  await at("#forms");
  const missing = await page.locator(".word-of").evaluateAll((list) => list.filter((w) => !w.querySelector("svg.desk")?.getBoundingClientRect().height).length);
  same(missing, 0, "each word has a picture of its bits");
  await at("#operation/mad");
  await shot("manual-operation");
  check(await page.locator('[id="operation/mad"].target').isVisible(), "an address with an operation shows it");
  same(await page.locator("nav [aria-current]").textContent(), `Parallel math ${data.operations.filter((o) => ((o.o >> 4) & 7) === 4).length}`, "and the list at the side marks its group");
  await page.locator('nav a[href="#messages/SAMPLER"]').click();
  check(await page.locator('[id="message/sample"]').isVisible(), "which leads to a unit's messages");
  await at("#form/COMPACT");
  await shot("manual-form");
}

async function searches() {
  const found = page.locator("#results [role=option] b");
  const first = async (query) => {
    await at("");
    await page.keyboard.press("/");
    await page.keyboard.type(query);
    return (await found.allTextContents())[0];
  };
  for (const [query, want] of [["dot product three", "dp3"], ["barrier", "send.barrier"], ["cmpxchg", "ATOMIC = cmpxchg"], ["SRC1_REGION", "NATIVE.SOURCES.SRC1_REGION"], ["0x42", "mad"],
    ["rsqtr", "rsqrt"], ["reciprocal root", "rsqrt"], ["render target", "UNIT = render target"], ["special", "SPECIAL"]]) {
    same(await first(query), want, `${query} finds ${want}`);
  }
  await shot("manual-search");
  const compact = cases.legal.find((c) => c.words.length === 2);
  same(await first(compact.words.map((w) => w.toString(16)).join(" ")), compact.text, "words find their instruction");
  await page.keyboard.press("Enter");
  await page.locator("#view-decoder").waitFor();
  same(await text(), compact.text, "and Enter opens it in the decoder");
}

const hex = (w) => `0x${w.toString(16).padStart(8, "0")}`;
const bytes = (list) => list.flatMap((w) => [0, 8, 16, 24].map((b) => ((w >>> b) & 255).toString(16).padStart(2, "0")));

// Each instruction is typed as words or as bytes; the page shows its text and its other form.
async function decodes() {
  await at("#decoder");
  const shown = await page.evaluate((list) => list.map((typed) => {
    const input = document.getElementById("words");
    input.value = typed;
    input.dispatchEvent(new Event("input"));
    const row = (name) => [...document.querySelectorAll("#forms-of dt")].find((d) => d.textContent === name)?.nextSibling.textContent;
    return { text: document.getElementById("text").textContent, legal: document.getElementById("legal").className === "good", native: row("Native form"), compact: row("Compact form"), said: document.getElementById("words-said").textContent };
  }), cases.legal.map((c, k) => [c.words.map(hex).join(" "), bytes(c.words).join(" "), bytes(c.words).join(""), c.words.map((w) => w.toString(16)).join(", ")][k % 4]));
  const wrong = { text: [], legal: [], other: [], said: [] };
  cases.legal.forEach((c, k) => {
    const s = shown[k], other = c.other ? c.other.map(hex).join(" ") : `none: ${c.why}`;
    if (s.text !== c.text) wrong.text.push(`${s.text} for ${c.text}`);
    if (!s.legal) wrong.legal.push(c.text);
    if (s.said) wrong.said.push(s.said);
    if ((c.words.length === 2 ? s.native : s.compact) !== other) wrong.other.push(`${c.text}: ${s.native || s.compact} for ${other}`);
  });
  const some = (list) => `${list.length}: ${list.slice(0, 3).join("; ")}`;
  same(some(wrong.text), "0: ", `texts of ${cases.legal.length} instructions, ${cases.legal.filter((c) => c.words.length === 2).length} of them compact, are those of disasm`);
  same(some(wrong.other), "0: ", "and so are their other forms, or why they have none");
  same(some(wrong.legal), "0: ", "no legal instruction is refused");
  same(some(wrong.said), "0: ", "words and bytes are read");
}

// What the page refuses is refused by the machine's package; of what that refuses the page finds most.
async function refuses() {
  await at("#decoder");
  const refused = await page.evaluate((list) => list.map((w) => { decode(w); return document.getElementById("legal").className === "bad"; }), cases.spoilt.map((c) => c.words));
  const bad = cases.spoilt.filter((c) => !c.legal).length;
  const found = cases.spoilt.filter((c, k) => !c.legal && refused[k]).length;
  const wrongly = cases.spoilt.filter((c, k) => c.legal && refused[k]);
  same(wrongly.map((c) => c.words.map(hex).join(" ")).slice(0, 3).join("; "), "", `of ${cases.spoilt.length} instructions with bits changed none is refused that is legal`);
  check(found > 0.8 * bad, `and ${found} of ${bad} that are not legal are refused, more than four of five`);
}

// Every field of every form is written through its row: the words have it and nothing else has changed.
async function writesFields() {
  await at("#decoder");
  const [wrong, count] = await page.evaluate((list) => {
    const wrong = [];
    let count = 0;
    for (const w of list) {
      decode(w);
      for (const label of [...document.querySelectorAll("#fields-of .control > *")].map((c) => c.getAttribute("aria-label"))) {
        if (/OPCODE|COMPACT$|MESSAGE|IMMEDIATE|TYPES/.test(label)) continue; // others fields may follow
        decode(w);
        const control = document.querySelector(`#fields-of [aria-label="${label}"]`);
        const r = shown.rows.find((x) => x.row.element.contains(control));
        if (r.compact !== (w.length === 2)) continue;
        const f = r.row.field, bits = (extract(f, w[r.word]) ^ 1) >>> 0, typed = control.tagName === "SELECT" ? String(bits) : `0x${bits.toString(16)}`;
        control.value = typed;
        control.dispatchEvent(new Event(control.tagName === "SELECT" ? "change" : "input"));
        const want = [...w];
        want[r.word] = (want[r.word] ^ (1 << f.b)) >>> 0;
        count++;
        if (wordsText(instruction) !== wordsText(want) && control.value === typed) wrong.push(`${label}: ${wordsText(instruction)} for ${wordsText(want)}`);
      }
    }
    return [wrong, count];
  }, cases.legal.filter((_, k) => k % 13 === 0).map((c) => c.words));
  same(wrong.slice(0, 3).join("; "), "", `${count} fields that are written change their bits and no others`);
  check(count > 500, "more than 500 of them");
}

async function changes() {
  await at("#decoder/add");
  same(await text(), "add r4:f, r5:f, r6:f {native}", "an address with an operation opens an example");
  await shot("manual-decoder", { fullPage: true });
  await field("NATIVE.CONTROL, OPCODE").selectOption({ label: "mul (65)" });
  await field("NATIVE.DESTINATION, REG").fill("100");
  await field("NATIVE.SOURCES, SRC1_NEGATE").selectOption("1");
  await field("NATIVE.DESTINATION, NOS").fill("fog target");
  same(await text(), "mul r100:f, r5:f, -r6:f {nos fog target}", "fields that are changed change the text");
  same((await words.inputValue()).split(" ")[1], "0x02209064", "and the words");
  await field("NATIVE.CONTROL, SIZE").selectOption({ label: "1 (0)" });
  await field("NATIVE.CONTROL, SWIZZLE").fill("0xff");
  check(/Not legal: .*it needs four lanes/.test(await page.locator("#legal").textContent()), "what is not legal is said");
  await field("NATIVE.DESTINATION, TYPE").selectOption({ label: "d (5)" });
  await at("#decoder=0x141,0x80");
  const compact = cases.legal.find((c) => c.words.length === 2 && / mul |^mul /.test(c.text)) || cases.legal.find((c) => c.words.length === 2);
  await words.fill(compact.words.map(hex).join(" "));
  await shot("manual-compact", { fullPage: true });
  await page.getByRole("button", { name: "Show the native form" }).click();
  same(await words.inputValue(), compact.other.map(hex).join(" "), "a compact instruction becomes native");
  await page.getByRole("button", { name: "Show the compact form" }).click();
  same(await words.inputValue(), compact.words.map(hex).join(" "), "and compact again");
  for (const [typed, want] of [["1 2 3", "3 numbers: two or four words, or 8 or 16 bytes were expected"], ["xyz", "“xyz” is no hexadecimal number"], ["1 2", "bit 8 of word 0 is 0"], ["100 2 3 4", "bit 8 of word 0 is 1"]]) {
    await words.fill(typed);
    check((await page.locator("#words-said").textContent()).includes(want), `${typed}: ${want}`);
  }
  await words.fill("0 0 0 0");
  check((await page.locator("#legal").textContent()).includes("opcode 0x00 is reserved"), "a reserved opcode is told of");
  await words.fill("00000c40 00009004 03219005 00000006");
  check(/SIZE is 6, which is reserved/.test(await page.locator("#legal").textContent()), "and a reserved size");
}

// A link whose words are none shows them, and why, and nothing of the instruction that was there before.
async function followsLinks() {
  await at("#decoder/mad");
  for (const [to, shows, why] of [["=xyz", "xyz", "“xyz” is no hexadecimal number"], ["=1,2,3", "1,2,3", "3 numbers"], ["=", "", "0 numbers"], ["=%zz", "%zz", "“%zz” is no"],
    ["=0x41,0x80", "0x41,0x80", "bit 8 of word 0 is 0"], ["/nothing", "nothing", "no operation or message is called “nothing”"]]) {
    await page.evaluate((h) => { location.hash = h; }, `#decoder${to}`);
    await page.locator("#words-said", { hasText: why }).waitFor();
    same(await words.inputValue(), shows, `#decoder${to} shows what it says, and why that is no instruction`);
    check(await page.locator("#text").isHidden() && await page.locator("#fields-of").isHidden(), "and no other instruction");
  }
  await page.evaluate(() => { location.hash = "#decoder=0,0,0,0"; });
  await page.locator("#legal", { hasText: "opcode 0x00 is reserved" }).waitFor();
  same(await words.inputValue(), "0x00000000 0x00000000 0x00000000 0x00000000", "a link to a reserved opcode shows its words");
}

async function looks() {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await at("#message/atomic");
  const light = await background();
  await shot("manual-message");
  await page.emulateMedia({ colorScheme: "dark" });
  check(light !== await background(), "it is dark where the system is");
  for (const [hash, name] of [["#decoder/send.atomic", "decoder"], ["#form/SEND", "form"], ["", "overview"], ["#enum/REGION", "values"]]) {
    await at(hash);
    await shot(`manual-${name}-dark`);
  }
  await page.getByRole("button", { name: "Colours" }).click();
  same(await background(), light, "the switch makes it light");
  await page.emulateMedia({ colorScheme: "light" });
}

async function phone() {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const hash of ["", "#decoder", "#operations", "#messages", "#forms", "#enums", "#tables"]) {
    await at(hash);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 360) check(false, `${hash || "the overview"} is ${width} pixels wide on a phone of 360`);
  }
  check(true, "a phone of 360 pixels scrolls up and down only");
  await at("#decoder/mad");
  await shot("manual-phone");
  await page.setViewportSize({ width: 1200, height: 900 });
}

async function prints() {
  await at("");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  same(await page.locator("article.card:visible").count(), data.operations.length + data.messages.length + data.enums.length + Object.keys(data.forms).length + Object.keys(data.tables).length, "print has every card");
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
}

await use([opens, searches, decodes, refuses, writesFields, changes, followsLinks, looks, phone, prints]);
