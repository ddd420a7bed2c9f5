// Uses the register map's page in Chromium (browser.mjs).
import { readFileSync } from "node:fs";
import { address, check, file, page, same, shot, use } from "./browser.mjs";

const at = async (hash) => { await page.goto("about:blank"); await page.goto(address + hash); };
const card = (name) => page.locator(`[id="${name}"]`);
// shown waits for a register's card: the address changes first.
const shown = async (name) => card(name).waitFor({ timeout: 5000 }).then(() => true, () => false);
const word = (name) => page.getByLabel(`${name}, word`, { exact: true });
const field = (name) => page.getByLabel(name, { exact: true });

async function opens() {
  await at("");
  same(await page.locator("h1:visible").textContent(), "Register map", "the page opens from a file");
  const blocks = JSON.parse(readFileSync(file, "utf8").match(/id="data">(.*?)<\/script>/s)[1]).blocks;
  same(await page.locator("nav .blocks a").count(), blocks.length, "the list has every block");
  for (const b of blocks) {
    await page.locator(`nav .blocks a[href="#${b.n}"]`).click();
    await page.locator(`[id="${b.n}.${b.r[0].n}"]`).waitFor(); // the address changes first
    const cards = await page.locator("article.card").evaluateAll((list) => list.map((c) => c.id).join());
    if (cards !== b.r.map((r) => `${b.n}.${r.n}`).join()) check(false, `${b.n} shows ${cards}`);
  }
  check(true, `every block shows its registers, ${blocks.reduce((n, b) => n + b.r.length, 0)} in all`);
  same(await page.locator(".card .diagram .desk title").count(), blocks.at(-1).r.length, "each register has a picture of its bits with a title");
}

async function searches() {
  await at("");
  await page.keyboard.press("/");
  await page.keyboard.type("mip nearest");
  const found = page.locator("#results [role=option] b");
  check((await found.allTextContents()).some((t) => /MIP = NEAREST/.test(t)) && (await found.count()) > 0, "/ and two words find a value of a field");
  await page.locator("#search").fill("closckwise");
  same(await page.locator("#results").textContent(), "Nothing found", "a word that nothing has finds nothing, and that is said");
  await page.locator("#search").fill("clockwise");
  check((await found.allTextContents()).includes("TSU.CULL.FRONT_CW"), "descriptions are searched");
  await page.locator("#search").fill("viewport");
  const second = await found.nth(1).textContent();
  await page.keyboard.press("ArrowDown");
  await shot("search");
  await page.keyboard.press("Enter");
  same(await page.evaluate(() => decodeURIComponent(location.hash).slice(1).replace(/ =.*/, "")), second, "the arrow and Enter go to the second one found");
  check(await page.locator("#results").isHidden(), "and close what was found");
}

// A number is an address: an index in every block or in one, or a byte of the save area.
async function searchesAddresses() {
  await at("#WBU.BLEND");
  const [, index, byte] = (await card("WBU.BLEND").textContent()).match(/Index (\d+) .*saved at byte (0x[0-9a-f]+)/);
  const found = page.locator("#results [role=option]");
  const search = async (text) => {
    await at("");
    await page.locator("#search").fill(text);
    return found.locator("b").allTextContents();
  };
  const last = "0x" + (Number(byte) + 3).toString(16); // of the same DWORD
  for (const text of [byte, String(Number(byte)), byte.replace("0x", "0X0_").toUpperCase(), last]) {
    check((await search(text)).includes("WBU.BLEND"), `${text} finds the register in whose DWORD of the save area the byte is`);
  }
  const told = await found.filter({ has: page.getByText("WBU.BLEND", { exact: true }) }).locator(".what").textContent();
  check(told.startsWith(`saved at byte 0x${Number(byte).toString(16)}: `), "and it is said where that is");
  check(!(await search("0x" + (Number(byte) + 4).toString(16))).includes("WBU.BLEND"), "the next byte is another's");
  for (const text of [`WBU+0x${Number(index).toString(16)}`, `wbu ${index}`, `WBU:${index}`]) {
    same((await search(text))[0], "WBU.BLEND", `${text} finds the register with that index in the block`);
  }
  await shot("search-address");
  const all = await search(index);
  const have = JSON.parse(readFileSync(file, "utf8").match(/id="data">(.*?)<\/script>/s)[1]).blocks.filter((b) => b.r.some((r) => r.o === Number(index))).map((b) => b.n);
  same(have.filter((n) => !all.some((name) => name.startsWith(`${n}.`))).join(), "", `${index} alone finds that index in each of ${have.length} blocks`);
  same((await search("0xfffffff0")).length, 0, "an address of nothing finds nothing");
  same(await page.locator("#results").textContent(), "Nothing found", "and that is said");
  await search(byte);
  await page.keyboard.press("Enter");
  check(await shown("WBU.BLEND"), "Enter goes to the register at an address");
}

// A name that nothing has finds those that are like it, and says that they are no more than that.
async function searchesNearNames() {
  await at("");
  const found = page.locator("#results [role=option] b");
  for (const [text, want] of [["bledn", "WBU.BLEND"], ["wbu.blnd", "WBU.BLEND"], ["GAURD_BAND", "TSU.GUARD_BAND"], ["viewprot_select", "TSU.VIEWPORT_SELECT"], ["zl3", "ZL1"]]) {
    await page.locator("#search").fill(text);
    same(await page.locator("#results .more").first().textContent(), "Nothing has this name; names that are like it:", `${text} is no name`);
    check((await found.allTextContents()).slice(0, 3).includes(want), `but ${want} is like it`);
  }
  await page.locator("#search").fill("bledn");
  await shot("search-near");
  await page.keyboard.press("Enter");
  check(await shown("WBU.BLEND"), "and Enter goes to it");
  await page.locator("#search").fill("blend");
  same(await page.locator("#results .more", { hasText: "like it" }).count(), 0, "a name that is there finds itself only");
}

// The page says of which tables and which program it is.
async function tells() {
  await at("");
  const text = await page.locator("main").textContent();
  check(/Register tables [0-9a-f]{12,}/.test(text), "the overview has the digest of the tables");
  await shot("overview", { fullPage: true });
}

// A map of a thousand blocks is made of copies of this one's.
async function searchesFast() {
  await at("");
  const [size, ms, first] = await page.evaluate(() => {
    const some = [...data.blocks];
    while (data.blocks.length < 1000) for (const b of some) data.blocks.push({ ...b, n: `${b.n}_${data.blocks.length}` });
    find("warm up"); // the index is made
    const tries = [0, 1, 2, 3, 4].map(() => { // other programs may run in one of them
      const begin = performance.now();
      find("viewport scale");
      return performance.now() - begin;
    });
    return [entries.length, Math.min(...tries), find("viewport scale").list[0].name];
  });
  check(ms < 250 && first.includes("VIEWPORT_SCALE"), `a search of ${size} lines of 1000 blocks takes ${ms.toFixed(0)} ms, less than 250`);
}

async function decodes() {
  await at("#PS.PIXEL_KERNEL_NEEDS");
  check(await shown("PS.PIXEL_KERNEL_NEEDS"), "an address with a register shows it");
  await word("PS.PIXEL_KERNEL_NEEDS").fill("0x0a0105");
  same(await field("PS.PIXEL_KERNEL_NEEDS, LANES").locator("option:checked").textContent(), "SIXTEEN (1)", "a word is decoded: an enumeration");
  same(await field("PS.PIXEL_KERNEL_NEEDS, INPUTS").inputValue(), "10", "and a number");
  await field("PS.PIXEL_KERNEL_NEEDS, LANES").selectOption({ label: "THIRTYTWO (2)" });
  same(await word("PS.PIXEL_KERNEL_NEEDS").inputValue(), "0x000a0205", "a field that is changed changes the word");
  await word("PS.PIXEL_KERNEL_NEEDS").fill("305");
  check((await card("PS.PIXEL_KERNEL_NEEDS").textContent()).includes("3 has no name"), "a value without a name is told of");
  await field("PS.PIXEL_KERNEL_NEEDS, INPUTS").fill("128");
  check((await card("PS.PIXEL_KERNEL_NEEDS").textContent()).includes("out of range: 0 to 127"), "a number that is too large is told of");
  same(await word("PS.PIXEL_KERNEL_NEEDS").inputValue(), "0x00000305", "and changes nothing");
  await word("PS.PIXEL_KERNEL_NEEDS").fill("123456789");
  check((await card("PS.PIXEL_KERNEL_NEEDS").textContent()).includes("at most 8 hexadecimal digits"), "so is a word that is too long");
  await word("PS.PIXEL_KERNEL_NEEDS").fill("800000");
  check((await card("PS.PIXEL_KERNEL_NEEDS").textContent()).includes("0x00800000 is set outside of all fields"), "and a bit of no field");
  await card("PS.PIXEL_KERNEL_NEEDS").getByRole("button", { name: "Reset value" }).click();
  same(await word("PS.PIXEL_KERNEL_NEEDS").inputValue(), "0x00000000", "the reset value comes back");

  await at("#TSU.GUARD_BAND=0x3dcccccd");
  same(await field("TSU.GUARD_BAND, VALUE").inputValue(), "0.1", "an address with a word opens it; a binary32 reads as its shortest number");
  for (const [text, bits] of [["1.5", "0x3fc00000"], ["-0", "0x80000000"], ["inf", "0x7f800000"], ["1e-45", "0x00000001"], ["0x3f800000", "0x3f800000"]]) {
    await field("TSU.GUARD_BAND, VALUE").fill(text);
    same(await word("TSU.GUARD_BAND").inputValue(), bits, `${text} as a binary32`);
  }
  await field("TSU.GUARD_BAND, VALUE").fill("1e39");
  check((await card("TSU.GUARD_BAND").textContent()).includes("out of range: binary32 ends at"), "1e39 is out of range");
  await at("#CSP.BASE_VERTEX=ffffffff");
  same(await field("CSP.BASE_VERTEX, VALUE").inputValue(), "-1", "a signed number");
  const wrong = await page.evaluate(() => { // no register has them yet: the functions of the page itself
    const f = (t, h, b) => ({ n: "X", t, h, b });
    const cases = [[f("u8.8", 15, 0), 0x180, "1.5"], [f("s8.8", 19, 4), 0xff80, "-0.5"], [f("s15.16", 30, 0), 0x7fff8000, "-0.5"], [f("u0.32", 31, 0), 0x80000000, "0.5"], [f("sint", 3, 0), 0x8, "-8"]];
    return cases.filter(([x, bits, text]) => numberText(x, bits) !== text || parseField(x, text) !== bits).map(([x]) => x.t).join();
  });
  same(wrong, "", "fixed-point numbers both ways");
}

async function follows() {
  await at("#WBU.BLEND");
  await shot("register");
  const place = card("WBU.BLEND").locator(".place");
  const byte = await place.textContent();
  await place.click();
  await page.locator(".area .target title").waitFor({ state: "attached" });
  same(await page.locator("h1:visible").textContent(), "Save area", "a register leads to its place in the save area");
  same(await page.locator(".area .target title").textContent(), `${byte.replace("byte ", "")} WBU.BLEND`, "which is marked there");
  await page.locator('.area a[href="#TSU.CULL"]').click();
  check(await shown("TSU.CULL"), "a cell of the save area leads to its register");
  await page.goBack();
  same(await page.locator("h1:visible").textContent(), "Save area", "and back");
  await page.locator('.parts a[href="#ZL2"]').click();
  await page.locator("h1:visible", { hasText: "ZL2" }).waitFor();
  same(await page.locator("h1:visible").textContent(), "ZL2 block 20", "a part leads to its block");
  await at("#TSU.CULL");
  await card("TSU.CULL").locator("summary").click();
  await card("TSU.CULL").locator(".touched", { hasText: "FRONT_CW" }).waitFor(); // filled when it opens
  const tests = await card("TSU.CULL").locator(".touched").textContent();
  check(/TSU\.CULL\.FRONT_CW: .*bit-bash/.test(tests), "a register names its generated tests");
  const vector = card("TSU.CULL").locator('.touched a[href="#vector/scissor-cull"]');
  await vector.click();
  check(await page.locator('[id="vector/scissor-cull"]').isVisible(), "a register leads to a vector that writes it");
  await page.locator('[id="vector/scissor-cull"] summary').click();
  await page.locator('[id="vector/scissor-cull"] a[href="#TSU.CULL"]').click();
  check(await shown("TSU.CULL"), "and the vector to the register");
  await at("#WBU.BLEND");
  await card("WBU.BLEND").locator("summary").click();
  const restored = card("WBU.BLEND").locator(".touched .coverage");
  check(/Restored \d+ times? with another value/.test(await restored.textContent()), "a register says how often a restore has given it a value");
  check(await card("WBU.BLEND").locator(".uses tr", { hasText: "COLOR_EQUATION.MAX" }).isVisible(), "and how often each named value was used");
  await restored.locator('a[href="#tests"]').click();
  check(/^Coverage: \d+ of \d+ saved registers/.test(await page.locator("#test-list .coverage").first().textContent()), "which leads to what the coverage says of all registers");
}

const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function colours() {
  await at("#save-area");
  const light = await background();
  await shot("save-area", { fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  check(light !== dark, "it is dark where the system is");
  await shot("save-area-dark");
  await page.getByRole("button", { name: "Colours" }).click();
  same(await background(), light, "the switch makes it light");
  await page.getByRole("button", { name: "Colours" }).click();
  await page.emulateMedia({ colorScheme: "light" });
  same(await background(), dark, "and dark");
  await page.reload();
  same(await background(), dark, "which is kept");
  await at("#WBU.BLEND");
  await shot("register-dark");
  await page.getByRole("button", { name: "Colours" }).click();
}

async function phone() {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const hash of ["", "#TSU", "#PS", "#C2D", "#EUP", "#ZL2", "#save-area", "#tests"]) {
    await at(hash);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 360) check(false, `${hash || "the overview"} is ${width} pixels wide on a phone of 360`);
  }
  check(true, "a phone of 360 pixels scrolls up and down only");
  await at("#PS.PIXEL_KERNEL_NEEDS=a0205");
  check(await card("PS.PIXEL_KERNEL_NEEDS").locator(".phone").isVisible(), "bits stand in two rows there");
  await shot("phone");
  await page.setViewportSize({ width: 1200, height: 900 });
}

async function prints() {
  await at("#TSU.CULL");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const shown = await page.locator("article.card:visible").count();
  check(shown > 100 && await page.locator("header").isHidden(), `print has all ${shown} registers and no controls`);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  const pdf = await page.pdf({ format: "A4" });
  check(pdf.length > 1e5, "and becomes a PDF");
}

async function commands() {
  await at("#formats/QUERY_WRITE-command");
  check(await shown("format-QUERY_WRITE-command"), "an address with a command shows it");
  await word("QUERY_WRITE.HEADER").fill("0x43060001");
  same(await field("QUERY_WRITE.HEADER, SUB_OPCODE").inputValue(), "6", "its header is taken apart");
  await page.locator("#search").fill("not_pinned");
  await page.keyboard.press("Enter");
  check(await shown("format-REASON-values"), "search leads to a value's enumeration");
  await at("#formats/STATUS_ENTRY");
  await field("STATUS_ENTRY.EVENT, CAUSES_FAULT").selectOption("1");
  same(await word("STATUS_ENTRY.EVENT").inputValue(), "0x00001000", "a cause is a bit of the status entry");
  await card("format-STATUS_ENTRY").getByRole("link", { name: "MXU_CLIENT" }).click();
  check(await shown("format-MXU_CLIENT-values"), "a word leads to its enumeration");
  await shot("commands");
}

await use([opens, tells, commands, searches, searchesAddresses, searchesNearNames, searchesFast, decodes, follows, colours, phone, prints]);
