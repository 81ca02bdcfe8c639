import { i as ReplayedLog, l as uiChanged, n as isReportFile, t as readLog } from "./assets/readLog--DHbUYco.js";
import path from "node:path";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import diff from "microdiff";
import { parseArgs } from "node:util";
import { Script, createContext } from "node:vm";
import { createHash } from "node:crypto";
// frontend/src/replay/fold/canonicalJson.ts
var withSortedKeys = (_key, value) => typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1)) : value;
/** JSON with sorted keys and without undefined values, so that equal states have equal texts. */
var canonicalJson = (value) => JSON.stringify(value ?? null, withSortedKeys);
// frontend/src/replay/fold/stateDiff.ts
var isPlainObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** Both states without their shared objects. Consecutive states share nearly everything. */
function differingParts(before, after) {
	const parts = [{}, {}];
	for (const key of /* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)])) {
		const [old, now] = [before[key], after[key]];
		if (old === now) continue;
		const [oldPart, nowPart] = isPlainObject(old) && isPlainObject(now) ? differingParts(old, now) : [old, now];
		if (old !== void 0) parts[0][key] = oldPart;
		if (now !== void 0) parts[1][key] = nowPart;
	}
	return parts;
}
/** 'api.queries.listTasks({}).data[0].status' */
var pathText = (path) => path.map((step, index) => typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`).join("");
/** All differences between two states, by path. */
var stateDiff = (before, after) => diff(...differingParts(before, after), { cyclesFix: false }).map((difference) => ({
	where: pathText(difference.path),
	before: difference.type === "CREATE" ? void 0 : difference.oldValue,
	after: difference.type === "REMOVE" ? void 0 : difference.value
}));
// frontend/src/replay/cli/cliArguments.ts
var USAGE = `npm run replay -- LOG.json [--until N] [--expect STATE.json] [--bisect EXPRESSION] [--state OUT.json]
npm run replay -- REPORT.json --fixture NAME [--until N] [--shows TEXT]... [--hides TEXT]... [--holds EXPRESSION]...

Folds a recorded action log, or the log of a problem report, and prints the hash of the state it ends in.
  --until N             stops after the first N actions of the log
  --expect STATE.json   compares the state; prints the first path that differs and ends with 1
  --bisect EXPRESSION   prints the first action after which the JavaScript expression over \`state\` holds
                        (also \`address\` and \`nowMs\`); ends with 1 when it never does
  --state OUT.json      writes the state, in the canonical JSON that is hashed
  --fixture NAME        writes the log and a test that replays it to frontend/src/replay/reported. The test requires of
                        the screen before the report was opened, or of the one after --until:
    --shows TEXT          it contains this text
    --hides TEXT          it does not contain this text
    --holds EXPRESSION    this JavaScript expression over \`state\` holds
`;
/** @throws Error with a sentence for the user */
function readArguments(args) {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			until: { type: "string" },
			expect: { type: "string" },
			bisect: { type: "string" },
			state: { type: "string" },
			fixture: { type: "string" },
			shows: {
				type: "string",
				multiple: true,
				default: []
			},
			hides: {
				type: "string",
				multiple: true,
				default: []
			},
			holds: {
				type: "string",
				multiple: true,
				default: []
			}
		}
	});
	const [logFile, ...others] = positionals;
	const { until, fixture, shows, hides, holds } = values;
	if (!logFile) throw new Error("No log was given.");
	if (others.length > 0) throw new Error(`Only one log can be replayed; not also ${others.join(" ")}.`);
	if (until !== void 0 && !/^\d+$/.test(until)) throw new Error(`--until takes a number of actions, not ${until}.`);
	if (fixture !== void 0 && !/^[a-z\d]+(-[a-z\d]+)*$/.test(fixture)) throw new Error(`--fixture takes a name such as wrong-count, not ${fixture}.`);
	if (fixture === void 0 && shows.length + hides.length + holds.length > 0) throw new Error("--shows, --hides and --holds are for the test of a --fixture.");
	return {
		...values,
		logFile,
		until: until === void 0 ? Number.POSITIVE_INFINITY : Number(until)
	};
}
// frontend/src/replay/cli/firstHolding.ts
var TIMEOUT_MS = 1e3;
/**
* The first position at which an expression over the state holds: 0 is the start of the log, null means never. All
* states are checked in order, because a binary search could miss an expression that holds only for a while. An
* expression that throws a TypeError, for example by reading a missing property, does not hold.
*/
function firstHolding(log, expression, until) {
	const script = new Script(`!!(${expression})`, { filename: "expression" });
	for (let position = 0; position <= until; position++) {
		const { state, address, nowMs } = log.momentAt(position);
		if (holds(script, {
			state,
			address,
			nowMs
		})) return position;
	}
	return null;
}
function holds(script, scope) {
	try {
		return script.runInContext(createContext(scope), { timeout: TIMEOUT_MS }) === true;
	} catch (error) {
		if (String(error).startsWith("TypeError")) return false;
		throw error;
	}
}
// frontend/src/replay/cli/stateHash.ts
/** SHA-256 of the canonical text, in hex. */
var stateHash = (state) => createHash("sha256").update(canonicalJson(state)).digest("hex");
// frontend/src/replay/cli/writeFixture.ts
var quoted = (text) => `'${JSON.stringify(text).slice(1, -1).replaceAll("\\\"", "\"").replaceAll("'", "\\'")}'`;
/** What the user wrote, as the title of the test. */
function titleOf({ name, text }) {
	const file = JSON.parse(text);
	return isReportFile(file) ? file.report.sentence.replaceAll(/\s+/g, " ") : name;
}
function testOf(fixture) {
	const { name, position, shows, hides, holds } = fixture;
	const expectations = [
		...shows.map((text) => `  expect(text).toContain(${quoted(text)});`),
		...hides.map((text) => `  expect(text).not.toContain(${quoted(text)});`),
		...holds.map((expression) => `  expect(${expression}).toBe(true);`)
	];
	const names = ["text", ...holds.length > 0 ? ["state"] : []].join(", ");
	return `import { reportedSession } from '../../../test/reportedSession.tsx';

test(${quoted(titleOf(fixture))}, async () => {
  const { ${names} } = await reportedSession(${quoted(name)}).showAt(${position});
  expect(text).not.toContain('Something went wrong.');
${expectations.length > 0 ? expectations.join("\n") : "  // Add what the screen must show: expect(text).toContain('...');"}
});
`;
}
/** The position before the user opened the dialog of the report; the end of a log without it. */
function reportedPosition({ entries }) {
	const opened = entries.findLastIndex(({ action }) => uiChanged.match(action) && action.payload.key === "reportProblem" && action.payload.value === true);
	return opened < 0 ? entries.length : opened;
}
/** Writes the log and its test. Returns the path of the test. @throws Error when one of the files exists */
async function writeFixture(folder, fixture) {
	await mkdir(folder, { recursive: true });
	const testFile = path.join(folder, `${fixture.name}.test.ts`);
	await writeFile(path.join(folder, `${fixture.name}.json`), fixture.text, { flag: "wx" });
	await writeFile(testFile, testOf(fixture), { flag: "wx" });
	return testFile;
}
// frontend/src/replay/cli/runReplay.ts
var shown = (value) => JSON.stringify(value) ?? "nothing";
async function compare(file, state, { out, err }) {
	const expected = JSON.parse(await readFile(file, "utf8"));
	const actual = JSON.parse(canonicalJson(state));
	const [first, ...others] = stateDiff(JSON.parse(canonicalJson(expected)), actual);
	if (!first) {
		out(`as expected in ${file}`);
		return true;
	}
	err(`differs from ${file} first at ${first.where}: expected ${shown(first.before)}, is ${shown(first.after)}`);
	if (others.length > 0) err(`and in ${others.length} more places`);
	return false;
}
function bisect(log, expression, until, { out, err }) {
	const position = firstHolding(log, expression, until);
	if (position === null) {
		err(`${expression} holds after none of ${until} actions`);
		return false;
	}
	const entry = log.entryAt(position);
	if (!entry) out(`${expression} holds from the start`);
	else {
		out(`${expression} holds first after action ${position} (number ${entry.seq} of the recording)`);
		out(`${new Date(entry.at).toISOString()} ${JSON.stringify(entry.action)}`);
	}
	return true;
}
/** Runs `npm run replay`. Returns its exit code. */
async function runReplay(args, output) {
	let given;
	try {
		given = readArguments(args);
	} catch (error) {
		output.err(error instanceof Error ? error.message : String(error));
		output.err(USAGE);
		return 2;
	}
	try {
		const text = await readFile(given.logFile, "utf8");
		const log = new ReplayedLog(readLog(text));
		const until = Math.min(given.until, given.fixture ? reportedPosition(log.log) : log.length);
		const { state, address, nowMs } = log.momentAt(until);
		output.out(`${until} of ${log.length} actions, at ${address}, ${new Date(nowMs).toISOString()}`);
		output.out(`sha256 ${stateHash(state)}`);
		if (given.state) await writeFile(given.state, canonicalJson(state));
		if (given.fixture) {
			const { fixture: name, shows, hides, holds } = given;
			const fixture = {
				name,
				text,
				position: until,
				shows,
				hides,
				holds
			};
			output.out(`written: ${await writeFixture(output.fixturesFolder, fixture)}`);
		}
		const isExpected = !given.expect || await compare(given.expect, state, output);
		const isFound = !given.bisect || bisect(log, given.bisect, until, output);
		return isExpected && isFound ? 0 : 1;
	} catch (error) {
		output.err(error instanceof Error ? error.message : String(error));
		return 2;
	}
}
// frontend/src/replay/cli/replay.ts
process.exitCode = await runReplay(process.argv.slice(2), {
	out: (line) => process.stdout.write(`${line}\n`),
	err: (line) => process.stderr.write(`${line}\n`),
	fixturesFolder: path.join(import.meta.dirname, "../src/replay/reported")
});
export {};
