// Uses a regression's report in Chromium: node report.mjs PLAYWRIGHT CHROMIUM PAGE SHOTS. Prints "ok WHAT" or "FAIL WHAT" for each check, "end" at the end.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [playwright, chromium, file, shots] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const profile = mkdtempSync(join(tmpdir(), "tilemark-report-"));
const browser = await require(playwright).chromium.launchPersistentContext(profile, { executablePath: chromium, headless: true, args: flags, viewport: { width: 1200, height: 900 }, colorScheme: "light" });

const check = (held, what) => console.log(`${held ? "ok" : "FAIL"} ${what}`);
const same = (got, want, what) => check(got === want, got === want ? what : `${what}: ${JSON.stringify(got)}; ${JSON.stringify(want)} was expected`);

const page = await browser.newPage();
const troubles = [];
page.on("console", (m) => { if (["error", "warning"].includes(m.type())) troubles.push(m.text()); });
page.on("pageerror", (e) => troubles.push(String(e)));
const requests = [];
page.on("request", (r) => requests.push(r.url()));
const address = pathToFileURL(file).href;
const shot = (name, options = {}) => page.screenshot({ path: join(shots, `report-${name}.png`), ...options });
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
  await shot("top");
  await shot("whole", { fullPage: true });
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
  const wave = page.locator(".wave svg").first();
  check(await wave.locator("rect").count() > 20 && await wave.locator("text").count() > 5, "the last cycles are drawn, with names");
  const wide = await page.locator(".wave svg text").evaluateAll((list) => list.every((t) => { const b = t.getBBox(); return b.x >= 0 && b.x + b.width <= t.ownerSVGElement.viewBox.baseVal.width + 1; }));
  check(wide, "and no name sticks out");
  const vector = cards.first().locator("summary", { hasText: "The vector" }).first();
  await vector.click();
  check(await cards.first().locator("pre", { hasText: "contexts:" }).first().isVisible(), "the vector opens");
  await cards.filter({ has: page.locator(".wave") }).first().screenshot({ path: join(shots, "report-failure.png") });
  await cards.filter({ has: page.locator(".images") }).first().screenshot({ path: join(shots, "report-images.png") });
}

async function coverage() {
  const group = page.locator("#coverage details").first();
  await group.locator("summary").click();
  check(await group.locator("li").first().isVisible(), "a group of bins opens to its holes");
  const bars = await page.locator("#coverage .meter .part").evaluateAll((list) => list.map((r) => r.getBBox().width));
  check(bars.length > 2 && bars.some((w) => w > 0) && bars.every((w) => w <= 100), "and bars say how much is covered");
  check(await page.locator(".survivor").count() === 1 && await page.locator("#mutants tbody tr").first().evaluate((r) => r.className) === "survivor", "mutants that survive come first");
  same(await page.locator(".trend").count(), 4, "four numbers have trends");
  await page.locator("#trends").scrollIntoViewIfNeeded();
  await shot("bottom");
}

async function colours() {
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  check(light !== dark, "it is dark where the system is");
  await page.evaluate(() => scrollTo(0, 0));
  await shot("dark");
  await shot("dark-whole", { fullPage: true });
  await page.getByRole("button", { name: "Colours" }).click();
  same(await background(), light, "the switch makes it light");
  await page.getByRole("button", { name: "Colours" }).click();
  await page.getByRole("button", { name: "Colours" }).click();
  await page.emulateMedia({ colorScheme: "light" });
}

async function phone() {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(address);
  same(await page.evaluate(() => document.documentElement.scrollWidth), 360, "a phone of 360 pixels scrolls up and down only");
  await shot("phone");
  await shot("phone-whole", { fullPage: true });
  await page.setViewportSize({ width: 1200, height: 900 });
}

async function prints() {
  const pdf = await page.pdf({ format: "A4" });
  check(pdf.length > 3e4, "print makes a PDF of it");
}

for (const part of [opens, failures, coverage, colours, phone, prints]) {
  try {
    await part();
  } catch (e) {
    check(false, `${part.name}: ${String(e).split("\n").slice(0, 2).join(" ")}`);
  }
}
same(troubles.join("; "), "", "nothing is wrong in the console");
same(requests.filter((r) => !r.startsWith(address) && !r.startsWith("data:") && r !== "about:blank").join(" "), "", "nothing is asked for but the file");
await browser.close();
rmSync(profile, { recursive: true, force: true });
console.log("end");
