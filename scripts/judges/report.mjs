// Uses a regression's report in Chromium (browser.mjs): one with failures of all kinds, or, called mutants.html, one of a run that tries mutants.
import { address, check, file, page, same, shot, use } from "./browser.mjs";

const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function opens() {
  await page.goto(address);
  same(await page.locator("h1 .verdict").textContent(), "FAILED", "the report opens from a file and has a verdict");
  for (const link of await page.locator("nav a").all()) {
    const to = await link.getAttribute("href");
    await link.click();
    const box = await page.locator(`${to} h1, ${to} h2`).first().boundingBox();
    const reach = await page.evaluate(() => innerHeight + scrollY >= document.documentElement.scrollHeight - 2);
    if (!box || box.y < 0 || (box.y > 200 && !reach)) check(false, `${to} is not where its link leads`);
  }
  check(true, "every part's link leads to it");
  await page.evaluate(() => scrollTo(0, 0));
  await shot("report-top");
  await shot("report-whole", { fullPage: true });
}

async function failures() {
  const cards = page.locator("#failures article");
  check(await cards.count() >= 5, "failures come in groups");
  same(await cards.first().locator(".tag").first().textContent(), "new", "new ones come first");
  const commands = await page.locator("#failures pre.command").allTextContents();
  check(commands.every((c) => /^tilemark (regress \w+|bisect) --test \S+ --seed 0x[0-9a-f]{16}( --good [0-9a-f]{12} --bad [0-9a-f]{12})?$/.test(c)), "each failure has the command that repeats it");
  same(commands.filter((c) => c.startsWith("tilemark bisect ")).length, 1, "one that passed in the run before has the command that finds the commit");
  const images = await page.locator(".images img").evaluateAll((list) => list.map((i) => i.naturalWidth * i.naturalHeight));
  check(images.length >= 3 && images.every((n) => n > 0), `all ${images.length} images are drawn`);
  const wave = page.locator(".wave").first();
  check(await wave.locator("rect").count() > 20 && await wave.locator("text").count() > 5, "the last cycles are drawn, with names");
  check(await wave.locator("line.mark").count() === 1 && await page.locator(".wave .place").count() > 0, "the cycle and the place of the failure are marked");
  const keys = await page.locator(".wave .key").evaluateAll((list) => list.map((k) => k.getBoundingClientRect().width));
  check(keys.length > 2 && keys.every((w) => w > 8), "and the colours are explained");
  const wide = await page.locator(".wave svg text").evaluateAll((list) => list.every((t) => { const b = t.getBBox(); return b.x >= 0 && b.x + b.width <= t.ownerSVGElement.viewBox.baseVal.width + 1; }));
  check(wide, "and no name sticks out");
  const vector = cards.first().locator("summary", { hasText: "The vector" }).first();
  await vector.click();
  check(await cards.first().locator("pre", { hasText: "contexts:" }).first().isVisible(), "the vector opens");
  await shot("report-failure", {}, cards.filter({ has: page.locator(".wave") }).first());
  await shot("report-images", {}, cards.filter({ has: page.locator(".images") }).first());
}

async function coverage() {
  const group = page.locator("#coverage details").first();
  await group.locator("summary").click();
  check(await group.locator("li").first().isVisible(), "a group of bins opens to its holes");
  const bars = await page.locator("#coverage .meter .part").evaluateAll((list) => list.map((r) => r.getBBox().width));
  check(bars.length > 2 && bars.some((w) => w > 0) && bars.every((w) => w <= 100), "and bars say how much is covered");
  check(await page.locator(".survivor").count() === 1 && await page.locator("#mutants tbody tr").first().evaluate((r) => r.classList.contains("survivor")), "mutants that survive come first");
  same(await page.locator(".trend").count(), 4, "four numbers have trends");
  await page.locator("#trends").scrollIntoViewIfNeeded();
  await shot("report-bottom");
}

async function colours() {
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  check(light !== dark, "it is dark where the system is");
  await page.evaluate(() => scrollTo(0, 0));
  await shot("report-dark");
  await shot("report-dark-whole", { fullPage: true });
  await page.getByRole("button", { name: "Colours" }).click();
  same(await background(), light, "the switch makes it light");
  await page.getByRole("button", { name: "Colours" }).click();
  await page.getByRole("button", { name: "Colours" }).click();
  await page.emulateMedia({ colorScheme: "light" });
}

async function phone() {
  await narrow("report");
  const waves = await page.locator(".cycles").evaluateAll((list) => list.map((box) => ({ scrolls: box.scrollWidth > box.clientWidth, left: box.getBoundingClientRect().right - box.firstElementChild.getBoundingClientRect().right })));
  check(waves.length > 0 && waves.every((w) => w.scrolls && Math.abs(w.left) < 2), "the last cycles scroll, and begin at their end");
  await page.setViewportSize({ width: 1200, height: 900 });
}

// narrow opens the page as phones do.
async function narrow(name) {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(address);
    for (const folded of await page.locator("#not-run, #excluded").all()) await folded.locator("summary").first().click();
    same(await page.evaluate(() => document.documentElement.scrollWidth), width, `a phone of ${width} pixels scrolls up and down only`);
    const rows = await page.locator("#plan .second td, #mutants .second td").evaluateAll((list) => list.map((c) => c.getBoundingClientRect().width));
    check(rows.length > 30 && rows.every((w) => w > 0.85 * width), "and gives descriptions the whole of it");
    const stretched = await page.locator("#plan, #mutants, #slowest, #coverage").evaluateAll((list) => list.filter((s) => s.scrollWidth > s.clientWidth).map((s) => s.id));
    same(stretched.join(" "), "", "no table is wider than its part");
  }
  await page.evaluate(() => scrollTo(0, 0));
  await shot(`${name}-phone`);
  await shot(`${name}-phone-whole`, { fullPage: true });
}

async function mutants() {
  await page.goto(address);
  check(/^\d+ of \d+ mutants killed /.test(await page.locator(".lead").textContent()), "a run of mutants says what became of them");
  const parts = await page.locator("main section").evaluateAll((list) => list.map((s) => s.id));
  same(parts.slice(0, 2).join(" "), "overview mutants", "and shows them first");
  check(!await page.locator("#not-run .first").first().isVisible(), "entries of the testplan without a case are folded");
  await narrow("mutants");
  const lines = await page.locator("#mutants td:nth-child(2)").evaluateAll((list) => list.map((c) => {
    const text = document.createRange();
    text.selectNodeContents(c);
    return text.getClientRects().length <= c.textContent.split(" ").length;
  }));
  check(lines.length > 2 && lines.every(Boolean), "names of blocks break between words only");
}

async function prints() {
  const pdf = await page.pdf({ format: "A4" });
  check(pdf.length > 3e4, "print makes a PDF of it");
}

await use(file.endsWith("mutants.html") ? [mutants] : [opens, failures, coverage, colours, phone, prints]);
