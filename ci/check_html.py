"""Opens the HTML report of a run that fails and of one that passes in a headless Chromium, and uses it.

    python3 ci/check_html.py [--shots FOLDER]

Nothing may be said on the console or asked of a network; filters work and are kept in the address; pictures are there;
what an implementation says does nothing; the keyboard reaches everything; names, contrast and the widths of a phone and of
paper are looked at. Needs chromium and chromedriver.
The binary is PTOCONF, or release/ptoconf in CARGO_TARGET_DIR (default: target).
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
BINARY = pathlib.Path(os.environ.get("PTOCONF", TARGET / "release" / "ptoconf")).resolve()
FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --window-size=1280,900"
FILTERS = ["q", "op", "dtype", "kind", "bad"]
# Of text against its ground, by WCAG 2.2, level AA.
CONTRAST = 4.5
PHONE, PAPER = 360, 720
MOST_TABS = 40
# Seconds after which what was asked for will not happen any more.
PATIENCE = 10
RED, GREEN, HOSTILE = "red.html", "green.html", "hostile.html"
# What an implementation may say of itself.
MESSAGE = '</script></style><script>window.ran = 1</script><img src=x onerror="window.ran = 2">" onload=\'window.ran = 3\' {{ran}} \u202e\x1b[2J'

VISIBLE = "return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility()).length"
COLOURS = """
const probe = document.body.appendChild(document.createElement("i"));
const colour = (name) => { probe.className = ""; probe.style.color = `var(--${name})`; return getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number); };
const all = Object.fromEntries(arguments[0].map((name) => [name, colour(name)]));
probe.remove();
return all;
"""


def make(folder):
    """A report of a target judged by the profile of another, and one of its own."""
    for page, target, code in [(RED, "cpu", 1), (GREEN, "a2a3", 0)]:
        command = [BINARY, "run", "--impl", f"builtin:{target}", "--profile", "a2a3", "--tier", "smoke", "--report", f"html={page}"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == code, done.stderr


def make_hostile(folder):
    """A report of an implementation whose every message is markup and a script."""
    command = [BINARY, "run", "--impl", "builtin:cpu", "--profile", "a2a3", "--op", "tcolsum", "--tier", "smoke", "--out", "hostile"]
    subprocess.run(command, cwd=folder, capture_output=True)
    lines = pathlib.Path(folder, "hostile/results/results.jsonl")
    results = [json.loads(line) for line in lines.read_text().splitlines()]
    for number, result in enumerate(results):
        # A few that should run crash with a message, and what is rejected is rejected with one.
        result |= {"outcome": "crashed"} if number % 7 == 0 else {}
        result |= {"message": MESSAGE} if result["outcome"] != "ok" else {}
    lines.write_text("".join(json.dumps(result) + "\n" for result in results))
    command = [BINARY, "check", "--impl", "hostile/results", "--vectors", "hostile/vectors", "--report", f"html={HOSTILE}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr


def hostile(driver, path):
    """What an implementation says is shown as it is, and does nothing."""
    open_page(driver, path)
    assert driver.execute_script("return window.ran ?? 0") == 0
    assert driver.find_elements(By.TAG_NAME, "img") == [] and len(driver.find_elements(By.TAG_NAME, "script")) == 1
    text = driver.execute_script("return document.body.textContent")
    assert '<img src=x onerror="window.ran = 2">' in text and "\x1b" not in text
    assert driver.find_elements(By.CSS_SELECTOR, "[onerror], [onload]") == []


def browser(folder):
    """A browser with a profile of its own that logs everything."""
    options = webdriver.ChromeOptions()
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={folder}/browser")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    # What the browser shows before anything is opened is no part of it.
    driver.get("about:blank")
    driver.get_log("performance")
    return driver


def open_page(driver, path, fragment=""):
    """Opens a page anew: another fragment alone would load nothing."""
    driver.get("about:blank")
    driver.get(f"file://{path}{fragment}")
    until(driver, lambda d: d.execute_script(VISIBLE, "h1") == 1)


def quiet(driver, path):
    """Nothing on the console, and no request but for the page itself."""
    said = driver.get_log("browser")
    assert said == [], said
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = {m["params"]["request"]["url"].split("#")[0] for m in messages if m["method"] == "Network.requestWillBeSent"}
    assert asked <= {f"file://{path}", "about:blank"} and f"file://{path}" in asked, asked


def until(driver, holds):
    """Waits: Chromium may answer at first as if the page had not looked at its address yet."""
    WebDriverWait(driver, PATIENCE).until(holds)


def fragment(driver):
    return driver.execute_script("return location.hash")


def choose(driver, name, text):
    """Chooses from a list by its keyboard; the page hears of it a moment later."""
    driver.find_element(By.ID, name).send_keys(text)
    until(driver, lambda d: f"{name}={text}" in fragment(d))


def filters(driver, path):
    """Each filter narrows what is shown, is kept in the address, and comes back with it."""
    open_page(driver, path)
    until(driver, lambda d: d.execute_script(VISIBLE, ".group") > 3)
    everything = driver.execute_script(VISIBLE, ".group")
    choose(driver, "op", "tcolsum")
    own = driver.execute_script(VISIBLE, ".group")
    assert 0 < own < everything and driver.execute_script(VISIBLE, '.group:not([data-op="tcolsum"])') == 0
    assert driver.execute_script(VISIBLE, ".matrix tbody tr") == 2
    choose(driver, "dtype", "f32")
    choose(driver, "kind", "mismatch")
    assert driver.execute_script(VISIBLE, '.group:not([data-dtype="f32"][data-kind="mismatch"])') == 0
    assert fragment(driver) == "#op=tcolsum&dtype=f32&kind=mismatch", fragment(driver)
    kept, shown = fragment(driver), driver.execute_script(VISIBLE, "main *")
    open_page(driver, path, kept)
    assert Select(driver.find_element(By.ID, "dtype")).first_selected_option.text == "f32"
    until(driver, lambda d: d.execute_script(VISIBLE, "main *") == shown)
    driver.find_element(By.ID, "clear").click()
    assert fragment(driver) == "" and driver.execute_script(VISIBLE, ".group") == everything


def search(driver, path):
    """Words are found in parts that are closed, and failing only leaves what fails."""
    open_page(driver, path)
    driver.find_element(By.ID, "q").send_keys("rows-positive tcolsum")
    until(driver, lambda d: d.execute_script(VISIBLE, ".rules tbody tr") == 1)
    assert fragment(driver) == "#q=rows-positive+tcolsum", fragment(driver)
    driver.find_element(By.ID, "q").send_keys(" nowhere")
    assert driver.find_element(By.ID, "found").text == "nothing matches" and driver.execute_script(VISIBLE, "main section") == 0
    open_page(driver, path, "#bad=1")
    until(driver, lambda d: d.execute_script(VISIBLE, "section tr[data-op]:not([data-bad])") == 0 < d.execute_script(VISIBLE, "tr[data-bad]"))
    open_page(driver, path, "#op=nowhere&other=1")
    assert driver.find_element(By.ID, "clear").is_displayed() is False, "a name that the report does not have chooses nothing"


def cells(driver, path):
    """A failing cell of the table leads to its failing cases."""
    open_page(driver, path)
    cell = driver.find_element(By.CSS_SELECTOR, '.matrix tr[data-op="tcolsum"] td[data-dtype="f32"] a')
    cell.send_keys(Keys.ENTER)
    assert fragment(driver) == "#op=tcolsum&dtype=f32", fragment(driver)
    assert driver.switch_to.active_element.get_attribute("id") == "h-failures"


def pictures(driver, path):
    """Maps have colours, a size, and words for those who do not see them."""
    open_page(driver, path)
    maps = driver.find_elements(By.CSS_SELECTOR, ".cause svg.heat")
    assert maps and len(maps) % 3 == 0, len(maps)
    for picture in maps:
        assert picture.rect["width"] > 10 and picture.rect["height"] >= 10 and "rows" in picture.accessible_name
    fills = "return new Set([...document.querySelectorAll('.cause svg.heat path')].map((p) => getComputedStyle(p).fill)).size"
    assert driver.execute_script(fills) > 4
    assert driver.find_elements(By.CSS_SELECTOR, ".cause .shapes rect.tile")


def keyboard(driver, path):
    """The keyboard reaches the filters in their order, each with a name; a slash is the way to the search."""
    open_page(driver, path)
    body, reached = driver.find_element(By.TAG_NAME, "body"), []
    for _ in range(MOST_TABS):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(driver.switch_to.active_element.get_attribute("id"))
    order = [name for name in reached if name in FILTERS]
    assert order == FILTERS, reached
    driver.execute_script("document.activeElement.blur()")
    body.send_keys("/")
    assert driver.switch_to.active_element.get_attribute("id") == "q"
    for control in driver.find_elements(By.CSS_SELECTOR, "input, select, button, [tabindex], a, summary"):
        assert control.accessible_name or not control.is_displayed(), control.get_attribute("outerHTML")[:200]


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (c / 255 for c in colour[:3])]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(driver, path):
    """Text can be read in both themes, and the switch is kept in the address."""
    grounds, inks, cells = ["paper", "raised"], ["ink", "muted", "bad", "good", "part", "link"], ["s1", "s2", "s3", "s4"]
    seen = []
    for theme in ["light", "dark"]:
        open_page(driver, path, f"#theme={theme}")
        is_light = lambda d: luminance(d.execute_script(COLOURS, ["paper"])["paper"]) > 0.5
        until(driver, lambda d: is_light(d) == (theme == "light"))
        colours = driver.execute_script(COLOURS, grounds + inks + cells)
        pairs = [(i, g) for i in inks for g in grounds] + [(i, c) for i in ["ink", "muted", "bad"] for c in cells]
        for ink, ground in pairs:
            dark, light = sorted([luminance(colours[ink]), luminance(colours[ground])])
            ratio = (light + 0.05) / (dark + 0.05)
            assert ratio >= CONTRAST, f"{theme}: {ink} on {ground} is {ratio:.2f}"
        seen.append(colours["paper"])
    driver.find_element(By.ID, "theme").click()
    until(driver, lambda d: d.execute_script(COLOURS, ["paper"])["paper"] == seen[0] != seen[1])
    assert fragment(driver) == "#theme=light"


def widths(driver, path):
    """Nothing is wider than a phone, or than a sheet of paper."""
    for width, media in [(PHONE, "screen"), (PAPER, "print")]:
        narrow = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", narrow)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
        open_page(driver, path)
        found = driver.execute_script("return document.documentElement.scrollWidth")
        assert found <= width, f"{media}: {found}"
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def policy(driver, path):
    """The page runs no script but its own and asks for nothing. It says so on the console, so this comes last."""
    open_page(driver, path)
    script = "const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.body.append(s); return window.ran ?? false"
    assert driver.execute_script(script) is False
    fetch = "const done = arguments[0]; fetch('data:,x').then(() => done('fetched'), () => done('refused'))"
    assert driver.execute_async_script(fetch) == "refused"


def shots(driver, path, folder):
    """Pictures to look at: a desktop, light and dark, and a phone."""
    for name, width, theme in [("light", 1280, "light"), ("dark", 1280, "dark"), ("phone", PHONE, "light")]:
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width == PHONE}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        open_page(driver, path, f"#theme={theme}")
        driver.get_screenshot_as_file(f"{folder}/{name}.png")


def main(arguments):
    with tempfile.TemporaryDirectory() as folder:
        make(folder)
        make_hostile(folder)
        driver = browser(folder)
        try:
            for check in [filters, search, cells, pictures, keyboard, contrast, widths]:
                check(driver, f"{folder}/{RED}")
                print(f"{check.__name__}: holds")
            quiet(driver, f"{folder}/{RED}")
            hostile(driver, f"{folder}/{HOSTILE}")
            print("hostile: holds")
            quiet(driver, f"{folder}/{HOSTILE}")
            open_page(driver, f"{folder}/{GREEN}")
            assert driver.find_elements(By.CSS_SELECTOR, "h1.good") and not driver.find_elements(By.CSS_SELECTOR, ".cause")
            quiet(driver, f"{folder}/{GREEN}")
            policy(driver, f"{folder}/{RED}")
            print("quiet, policy: hold")
            if arguments[:1] == ["--shots"]:
                shots(driver, f"{folder}/{RED}", arguments[1])
        finally:
            driver.quit()


if __name__ == "__main__":
    main(sys.argv[1:])
