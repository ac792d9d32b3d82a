"""Runs the steps of ci-templates/ on this machine, as the services would: a folder for each job, and artifacts between them.

    python3 ci/check_templates.py WHEELS

WHEELS is a folder with the wheel of ptoconf. Each template has to end with reports of an implementation that conforms, and has to fail
for one that does not. Both are compared with the schemas of the services by check-jsonschema as well, and the jobs for GitHub are read by
actionlint, which knows expressions and actions. What a service does beyond that (runners, permissions, the pages that show reports) is not
tried.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "ci-templates"
PARTS = 4


class Failed(Exception):
    """A step ended with another exit code than 0."""


class Job:
    """A folder in which the steps of a job run: a checkout of a repository with a configuration, which keeps the set small."""

    def __init__(self, folder, environment):
        self.folder, self.environment = folder, {**os.environ, "NO_COLOR": "1", **environment}
        folder.mkdir(parents=True)
        (folder / "ptoconf.toml").write_text('op = "tcolsum"\n')

    def run(self, command):
        """Runs one step."""
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise Failed(f"`{command.strip()}` ends with {done.returncode}:\n{done.stdout[-3000:]}")
        return done.stdout


def github(template, folder, given):
    """The jobs of a workflow, in their order; gives the folder of the last."""
    artifacts = folder / "artifacts"
    environment = {**{name: str(value) for name, value in template["env"].items()}, **given}
    for name, job in template["jobs"].items():
        for part in job.get("strategy", {}).get("matrix", {}).get("part", [""]):
            place = Job(folder / f"{name}{part}", {**environment, "GITHUB_STEP_SUMMARY": str(folder / "summary.md")})
            failed = None
            for step in job["steps"]:
                if failed and step.get("if") != "always()":
                    continue
                try:
                    github_step(step, place, artifacts, str(part))
                except Failed as error:
                    failed = failed or error
            if failed:
                raise failed
    return artifacts / "reports"


def github_step(step, place, artifacts, part):
    """One step: a command, or one of the two actions for artifacts."""
    fill = lambda text: text.replace("${{ matrix.part }}", part)
    uses, given = step.get("uses", ""), step.get("with", {})
    if "run" in step:
        place.run(fill(step["run"]))
    elif uses.startswith("actions/upload-artifact@") and not (place.folder / given["path"]).exists():
        raise Failed(f"{given['path']} is not there to upload")
    elif uses.startswith("actions/upload-artifact@"):
        shutil.copytree(place.folder / given["path"], artifacts / fill(given["name"]))
    elif uses.startswith("actions/download-artifact@"):
        shutil.copytree(artifacts, place.folder / given["path"])
    elif not uses.startswith("actions/checkout@"):
        raise Failed(f"{uses} is not known here")


def gitlab(template, folder, given):
    """The jobs of a pipeline, in their order; gives the folder of the last."""
    artifacts = folder / "artifacts"
    artifacts.mkdir(parents=True)
    for name, job in template.items():
        if name.startswith("."):
            continue
        job = {**template[job["extends"]], **job}
        environment = {**job["variables"], **given}
        parts = job.get("parallel", 1)
        for part in range(1, parts + 1):
            place = Job(folder / f"{name} {part}", {**environment, "CI_NODE_INDEX": str(part), "CI_NODE_TOTAL": str(parts)})
            shutil.copytree(artifacts, place.folder, dirs_exist_ok=True)
            try:
                for command in job["before_script"] + job["script"]:
                    place.run(command)
            finally:
                for pattern in job["artifacts"]["paths"]:
                    for path in place.folder.glob(pattern):
                        shutil.copytree(path, artifacts / path.relative_to(place.folder), dirs_exist_ok=True)
    return artifacts / "reports"


def check(name, service, wheels):
    """Follows a template with one implementation that conforms and one that does not."""
    template = yaml.safe_load((TEMPLATES / name).read_text())
    given = {"WHEELS": str(wheels.resolve()), "TIER": "smoke", "PROFILE": "a2a3"}
    with tempfile.TemporaryDirectory() as scratch:
        reports = service(template, pathlib.Path(scratch) / "right", {**given, "IMPL": "builtin:a2a3"})
        for report in ("ptoconf.xml", "ptoconf.html"):
            assert (reports / report).stat().st_size > 1000, f"{name}: no {report}"
        try:
            service(template, pathlib.Path(scratch) / "wrong", {**given, "IMPL": "builtin:cpu"})
        except Failed as failed:
            assert "does not conform to profile a2a3" in str(failed), f"{name}: {failed}"
        else:
            raise AssertionError(f"{name}: passes an implementation that does not conform")
        assert (pathlib.Path(scratch) / "wrong/artifacts/reports/ptoconf.xml").exists(), f"{name}: no report of what failed"
    print(f"{name}: the jobs run, and tell right from wrong")


def actionlint(path):
    """What actionlint says of a workflow; nothing of a good one."""
    done = subprocess.run(["actionlint", "-oneline", "-shellcheck=", "-pyflakes=", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode in (0, 1), f"actionlint ends with {done.returncode}: {done.stdout}"
    return done.stdout


def shown():
    """The jobs for GitHub that documents show, each as a workflow."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        for block in re.findall(r"^```yaml\n(jobs:.*?)^```", path.read_text(), re.M | re.S):
            yield path.stem, "on: push\n" + block


def check_workflows():
    """The template for GitHub, jobs of other options, and those that documents show, are good in the eyes of actionlint, which sees what is not."""
    template = TEMPLATES / "github.yml"
    odd = "exec:./its \"one two\" $HOME 'it' {0} # - : ü"
    plans = [["--impl", odd, "--parts", "1", "--op", "tcolsum,tconcat"], ["--impl", "builtin:a5", "--parts", "256", "--tier", "extensive", "--seed", "5"],
             ["--impl", odd, "--vectors", "sets/i32"]]
    with tempfile.TemporaryDirectory() as scratch:
        made = [pathlib.Path(scratch) / f"plan-{number}.yml" for number in range(len(plans))]
        for path, options in zip(made, plans):
            subprocess.run(["ptoconf", "plan", "--engine", "github", "--out", path, *options], check=True)
        for name, text in shown():
            made.append(pathlib.Path(scratch) / f"{name}.yml")
            made[-1].write_text(text)
        assert len(made) >= len(plans) + 2, "documents show jobs"
        for path in [template, *made]:
            assert not (said := actionlint(path)), f"{path.name}: actionlint says\n{said}"
        for right, wrong in (("matrix.part }}", "matrix.prt }}"), ("if-no-files-found", "if-no-file-found"), ("needs: part", "needs: parts")):
            bad = pathlib.Path(scratch) / "bad.yml"
            bad.write_text(template.read_text().replace(right, wrong))
            assert actionlint(bad), f"actionlint does not see {wrong}"
    print("github: actionlint has nothing to say of the template, other plans and documents, and sees mistakes")


def main(wheels):
    """All templates."""
    for name, schema in (("github.yml", "github-workflows"), ("gitlab.yml", "gitlab-ci")):
        subprocess.run(["check-jsonschema", "--builtin-schema", f"vendor.{schema}", TEMPLATES / name], check=True)
    check_workflows()
    check("github.yml", github, wheels)
    check("gitlab.yml", gitlab, wheels)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
