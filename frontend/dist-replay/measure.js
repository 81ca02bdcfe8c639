import { a as currentWebApp, c as rootReducer, d as draftsMiddleware, f as api, i as ReplayedLog, m as errorCode, o as clockTicked, p as sessionEnded, r as LOG_FORMAT, s as navigationChanged, t as readLog, u as sessionApi } from "./assets/readLog--DHbUYco.js";
import { configureStore, isFulfilled, isRejectedWithValue } from "@reduxjs/toolkit";
import { readFileSync } from "node:fs";
// frontend/src/data/session/login.ts
var fetchUser = () => sessionApi.endpoints.me.initiate(void 0, {
	subscribe: false,
	forceRefetch: true
});
// frontend/src/app/clearQueryCache.ts
/**
* Clears the query cache when the user signs out, so that the next user of this browser sees none of it, and when the
* user is no longer an admin. When the server refuses an admin call, the user is fetched again and the guards react.
*/
var clearQueryCache = (store) => (next) => (action) => {
	const before = store.getState().session;
	const result = next(action);
	const { user } = store.getState().session;
	const wasAdmin = before.user?.is_admin ?? false;
	if (before.status === "authenticated" && sessionEnded.match(action) || wasAdmin && user && !user.is_admin) store.dispatch(api.util.resetApiState());
	if (wasAdmin && isRejectedWithValue(action) && errorCode(action.payload) === "auth.not_admin") store.dispatch(fetchUser());
	return result;
};
// frontend/src/telegram/haptics.ts
/** Haptic feedback for the result of an action. Does nothing outside of Telegram. */
function vibrate(outcome) {
	const webApp = currentWebApp();
	if (webApp?.isVersionAtLeast("6.1")) webApp.HapticFeedback.notificationOccurred(outcome);
}
// frontend/src/app/hapticFeedback.ts
/** Background calls: only a failure causes feedback. */
var SILENT_SUCCESSES = [
	"signIn",
	"updateAssistant",
	"updateTask",
	"uploadTasks",
	"updateTags"
];
/** Calls without feedback: they are not a user's action, or the route guards react to them. */
var SILENT = ["signIn", "signOut"];
/** Inside Telegram the phone vibrates when a user's action succeeds or fails, by the server's response. */
var hapticFeedback = () => (next) => (action) => {
	const result = next(action);
	const hasWorked = isFulfilled(action);
	if (!hasWorked && !isRejectedWithValue(action)) return result;
	const { type, endpointName = "" } = action.meta.arg ?? {};
	if (type !== "mutation" || SILENT.includes(endpointName)) return result;
	if (!hasWorked) vibrate("error");
	else if (!SILENT_SUCCESSES.includes(endpointName)) vibrate("success");
	return result;
};
// frontend/src/app/store.ts
/** `last` is at the end of the middleware chain: it gets only plain actions, in the order of the reducers. */
var makeStore = (preloadedState, last = []) => configureStore({
	reducer: rootReducer,
	middleware: (defaults) => defaults().prepend(draftsMiddleware).concat(api.middleware, clearQueryCache, hapticFeedback, ...last),
	preloadedState
});
// frontend/src/replay/record/ActionRing.ts
/** Actions that are dropped together when they are the oldest. */
var Chunk = class {
	base;
	firstSeq;
	actions = [];
	times = [];
	/** Number of values in the actions. */
	size = 0;
	constructor(base, firstSeq) {
		this.base = base;
		this.firstSeq = firstSeq;
	}
	get length() {
		return this.actions.length;
	}
	get entries() {
		return this.actions.map((action, index) => ({
			seq: this.firstSeq + index,
			at: this.times[index] ?? 0,
			action
		}));
	}
	add(action, at, size) {
		this.actions.push(action);
		this.times.push(at);
		this.size += size;
	}
};
var RING_LIMITS = {
	actions: 1e4,
	actionsPerChunk: 100,
	values: 2e6
};
/** The latest actions in chunks. Each chunk has the moment before its first action. */
var ActionRing = class {
	limits;
	chunks = [];
	length = 0;
	size = 0;
	lastSeq = 0;
	lastAt = 0;
	constructor(limits = RING_LIMITS) {
		this.limits = limits;
	}
	/** State, address and time are those before the action. */
	add(action, size, state, address, nowMs) {
		let chunk = this.chunks.at(-1);
		this.lastSeq += 1;
		if (!chunk || chunk.length >= this.limits.actionsPerChunk) {
			chunk = new Chunk({
				state,
				address,
				nowMs
			}, this.lastSeq);
			this.chunks.push(chunk);
		}
		this.lastAt = Math.max(this.lastAt, Date.now());
		chunk.add(action, this.lastAt, size);
		this.length += 1;
		this.size += size;
		this.dropOldest();
	}
	clear() {
		this.chunks = [];
		this.length = 0;
		this.size = 0;
	}
	/** Oldest first. */
	all() {
		return this.chunks;
	}
	dropOldest() {
		for (let oldest = this.chunks[0]; oldest && this.chunks.length > 1; oldest = this.chunks[0]) {
			if (!(this.length - oldest.length >= this.limits.actions) && this.size <= this.limits.values) return;
			this.chunks.shift();
			this.length -= oldest.length;
			this.size -= oldest.size;
		}
	}
};
// frontend/src/replay/record/Redactor.ts
/** Values with these names are always redacted. */
var SECRET_KEYS = /* @__PURE__ */ new Set([
	"session_token",
	"sessionToken",
	"token",
	"linking_token",
	"linkingToken",
	"claim_token",
	"claimToken",
	"device_secret",
	"deviceSecret",
	"init_data",
	"initData",
	"widget",
	"hash",
	"signature",
	"proof",
	"X-Session-Token",
	"Authorization"
]);
/** Lengths and first letters of the names. This check rejects most other names faster than the set. */
var SHAPES = /* @__PURE__ */ new Uint8Array(2048);
var shapeOf = (key) => (key.length & 15) << 7 | key.charCodeAt(0) & 127;
for (const key of SECRET_KEYS) SHAPES[shapeOf(key)] = 1;
var isSecretKey = (key) => SHAPES[shapeOf(key)] === 1 && SECRET_KEYS.has(key);
/** Shorter secrets are not searched in texts, because they would match parts of ordinary words. */
var MIN_SEARCHED_LENGTH = 16;
/** Whether a value is a plain object, also one of another window, which has another prototype. */
function isPlain(value) {
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
/**
* Returns values as plain data with placeholders for secrets. Secrets are found by their names, and afterwards by their
* values in all texts and keys. A secret always has the same placeholder, so that references still match. A value
* without secrets is returned without a copy.
*/
var Redactor = class {
	placeholders = /* @__PURE__ */ new Map();
	/** The secrets that are searched in texts, longest first. */
	known = [];
	shortestKnown = Number.POSITIVE_INFINITY;
	visited = 0;
	count = 0;
	/** Number of values that the last redaction visited. It estimates the memory for its result. */
	get lastSize() {
		return this.visited;
	}
	/** Adds a secret and returns its placeholder. From now on the secret is replaced everywhere. */
	addSecret(secret) {
		const given = this.placeholders.get(secret);
		if (given) return given;
		const placeholder = `redacted-${++this.count}`;
		this.placeholders.set(secret, placeholder);
		if (secret.length < MIN_SEARCHED_LENGTH) return placeholder;
		this.known.push([secret, placeholder]);
		for (const form of [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
			if (this.placeholders.has(form)) continue;
			this.placeholders.set(form, placeholder);
			this.known.push([form, placeholder]);
		}
		this.shortestKnown = Math.min(this.shortestKnown, secret.length);
		this.known.sort(([one], [other]) => other.length - one.length);
		return placeholder;
	}
	/** Adds Telegram's init data as a secret, and its parts that are secrets too. */
	addProofSecrets(proof) {
		if (proof === "") return;
		this.addSecret(proof);
		const parts = new URLSearchParams(proof);
		for (const name of ["hash", "signature"]) {
			const part = parts.get(name);
			if (part) this.addSecret(part);
		}
	}
	/** Adds the secrets in an address: the linking token, the Login Widget's hash and Telegram's init data. */
	addAddressSecrets(address) {
		if (!/verify-link\/|[?&]hash=|#/.test(address)) return;
		const [, linkingToken] = /\/verify-link\/([^/?#]+)/.exec(address) ?? [];
		if (linkingToken) {
			this.addSecret(decodeURIComponent(linkingToken));
			this.addSecret(linkingToken);
		}
		const query = /\?([^#]*)/.exec(address)?.[1];
		const hash = new URLSearchParams(query).get("hash");
		if (hash) this.addSecret(hash);
		const fragment = /#(.*)$/.exec(address)?.[1];
		if (fragment) this.addProofSecrets(new URLSearchParams(fragment).get("tgWebAppData") ?? "");
	}
	redact(value) {
		this.visited = 0;
		return this.walk(value);
	}
	/**
	* Redacts an action. This has to be fast: for calls of the query cache only the payload, the error, the arguments,
	* the cache key and the network call are checked. The rest are ids and times of the query cache.
	*/
	redactAction(action) {
		this.visited = 0;
		const { payload, error, meta } = action;
		const arg = meta?.arg;
		return arg?.endpointName !== void 0 && [
			payload,
			error,
			arg.originalArgs,
			arg.queryCacheKey,
			meta?.baseQueryMeta
		].every((part) => this.walk(part) === part) ? action : this.redact(action);
	}
	walk(value) {
		this.visited += 1;
		if (typeof value === "string") return value.length < this.shortestKnown ? value : this.text(value);
		if (typeof value !== "object" || value === null) return typeof value === "function" || typeof value === "symbol" ? void 0 : value;
		if (Array.isArray(value)) return this.list(value);
		return isPlain(value) ? this.record(value) : void 0;
	}
	text(value) {
		let shown = value;
		for (const [secret, placeholder] of this.known) if (shown.length >= secret.length && shown.includes(secret)) shown = shown.replaceAll(secret, placeholder);
		return shown;
	}
	list(list) {
		let copy = null;
		for (let at = 0; at < list.length; at++) {
			const item = list[at];
			const shown = this.walk(item);
			if (shown !== item) {
				copy ??= list.slice();
				copy[at] = shown;
			}
		}
		return copy ?? list;
	}
	record(record) {
		let copy = null;
		for (const key in record) {
			const value = record[key];
			const shown = isSecretKey(key) && value !== void 0 && value !== null ? this.hide(key, value) : this.walk(value);
			const shownKey = key.length < this.shortestKnown ? key : this.text(key);
			if (shown === value && shownKey === key) continue;
			if (shownKey !== key) copy = renamed(copy ?? record, key, shownKey);
			else if (copy === null) copy = { ...record };
			copy[shownKey] = shown;
		}
		return copy ?? record;
	}
	hide(key, value) {
		if (typeof value === "string") {
			if (key === "init_data" || key === "initData") this.addProofSecrets(value);
			return value === "" || value.startsWith("redacted-") ? value : this.addSecret(value);
		}
		if (typeof value !== "object") return typeof value === "boolean" ? value : this.addSecret(String(value));
		this.walk(value);
		return this.addSecret(JSON.stringify(value));
	}
};
var renamed = (record, key, shownKey) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name === key ? shownKey : name, value]));
// frontend/src/replay/record/ActionRecorder.ts
/** Not recorded: it contains only an id that is new for every document. */
var REGISTRATION = api.internalActions.middlewareRegistered.type;
var RESET = api.util.resetApiState.type;
/** The last middleware. It records the latest actions without secrets, and the state before them. */
var ActionRecorder = class {
	options;
	redactor = new Redactor();
	ring;
	address;
	nowMs;
	current = null;
	constructor(options) {
		this.options = options;
		this.ring = new ActionRing(options.limits);
		this.nowMs = options.nowMs;
		for (const secret of options.secrets ?? []) this.redactor.addSecret(secret);
		this.redactor.addProofSecrets(options.proof ?? "");
		this.address = this.readAddress(options.address);
	}
	middleware = (store) => {
		this.current = store.getState();
		return (next) => (action) => {
			const before = store.getState();
			const result = next(action);
			this.current = store.getState();
			if (isSignOut(before, this.current, action)) this.clear();
			else if (action.type !== REGISTRATION) this.record(action, before);
			return result;
		};
	};
	/** The current log as JSON of at most about `maxLength` characters. The oldest actions are left out first. */
	toJson(maxLength = Number.POSITIVE_INFINITY) {
		const chunks = this.ring.all();
		const texts = [];
		let base = this.momentNow();
		let length = maxLength === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(base).length;
		for (const chunk of chunks.toReversed()) {
			const text = JSON.stringify(chunk.entries).slice(1, -1);
			length += text.length;
			if (length > maxLength) break;
			texts.unshift(text);
			base = chunk.base;
		}
		return `${JSON.stringify(this.headOf(base)).slice(0, -1)},"entries":[${texts.join(",")}]}`;
	}
	/** The current log, with all its actions. */
	toLog() {
		const chunks = this.ring.all();
		return {
			...this.headOf(chunks[0]?.base ?? this.momentNow()),
			entries: chunks.flatMap((chunk) => chunk.entries)
		};
	}
	/** Replaces the secrets that are known by now. */
	redact(value) {
		return this.redactor.redact(value);
	}
	headOf(base) {
		const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
		return {
			format: LOG_FORMAT,
			version: 3,
			buildId: this.options.buildId,
			savedAt: (/* @__PURE__ */ new Date()).toISOString(),
			timeZone,
			language: locale,
			base: this.redactor.redact(base)
		};
	}
	momentNow() {
		if (!this.current) throw new Error("The recorder is not in a store.");
		return {
			state: this.current,
			address: this.address,
			nowMs: this.nowMs
		};
	}
	record(action, stateBefore) {
		const { address, nowMs } = this;
		let plain = action;
		if (action.type === navigationChanged.type) {
			this.address = this.readAddress(action.payload.address);
			plain = navigationChanged({ address: this.address });
		} else if (action.type === clockTicked.type) this.nowMs = action.payload.nowMs;
		plain = this.redactor.redactAction(plain);
		this.ring.add(plain, this.redactor.lastSize, stateBefore, address, nowMs);
	}
	clear() {
		this.ring.clear();
		this.options.onCleared?.();
	}
	/** Redacts an address and removes its fragment, which contains only Telegram's launch parameters. */
	readAddress(address) {
		this.redactor.addAddressSecrets(address);
		return this.redactor.redact(address.replace(/#.*$/, ""));
	}
};
/** Whether an action signs the user out or then resets the query cache. The state before both has the user's data. */
var isSignOut = (before, after, action) => after.session.user === null && (before.session.user !== null || action.type === RESET);
// frontend/bench/measureReplay.ts
var ACTIONS = 1e4;
var SAMPLES = 5;
var ROUNDS_PER_SAMPLE = 4;
var JUMPS = 200;
var ACTIONS_PER_TURN = 100;
var [logFile] = process.argv.slice(2);
if (!logFile) throw new Error("Usage: measure LOG.json");
var log = readLog(readFileSync(logFile, "utf8"));
/** A log of ACTIONS entries that repeats the recorded actions. */
var longLog = () => ({
	...log,
	entries: Array.from({ length: ACTIONS }, (_, index) => {
		const { at, action } = log.entries[index % log.entries.length];
		return {
			seq: index + 1,
			at: at + Math.floor(index / log.entries.length) * 1e6,
			action
		};
	})
});
var timed = (act) => {
	const startedAt = performance.now();
	act();
	return performance.now() - startedAt;
};
var newRecorder = () => new ActionRecorder({
	buildId: "",
	address: "/",
	nowMs: 0,
	secrets: ["a-session-token-of-43-characters-as-they-are"]
});
/** Milliseconds of each turn. The same actions run in the app's store with the recorder and without it. */
function dispatchAll() {
	const lanes = ["off", "on"].map((lane) => ({
		lane,
		store: makeStore(log.base.state, lane === "on" ? [newRecorder().middleware] : []),
		actions: fresh(entries)
	}));
	return Array.from({ length: ACTIONS / ACTIONS_PER_TURN }, (_, turn) => {
		const taken = {
			off: 0,
			on: 0
		};
		const from = turn * ACTIONS_PER_TURN;
		for (const { lane, store, actions } of turn % 2 === 0 ? lanes : lanes.toReversed()) taken[lane] = timed(() => {
			for (let at = from; at < from + ACTIONS_PER_TURN; at++) store.dispatch(actions[at]);
		});
		return taken;
	});
}
/** The sum of the best time of each turn. Other processes on the machine make the other times longer. */
function bestOfSome() {
	const rounds = Array.from({ length: ROUNDS_PER_SAMPLE }, dispatchAll);
	const best = (lane) => (rounds[0] ?? []).reduce((sum, _, turn) => sum + Math.min(...rounds.map((round) => round[turn]?.[lane] ?? 0)), 0);
	return {
		off: best("off"),
		on: best("on")
	};
}
/** New copies of the actions. Objects that an earlier round has frozen would be cheaper to process. */
var fresh = (entries) => JSON.parse(JSON.stringify(entries)).map(({ action }) => action);
var { entries } = longLog();
var text = JSON.stringify(longLog());
var recorderShare = [];
var perDispatchUs = [];
var loadMs = [];
var jumpMs = [];
dispatchAll();
for (let sample = 0; sample < SAMPLES; sample++) {
	const { off, on } = bestOfSome();
	recorderShare.push((on - off) / off);
	perDispatchUs.push(off / ACTIONS * 1e3);
	let replayed;
	loadMs.push(timed(() => {
		replayed = new ReplayedLog(readLog(text));
	}));
	for (let jump = 0; jump < JUMPS; jump++) {
		const to = jump * 7919 % 10001;
		jumpMs.push(timed(() => replayed?.momentAt(to)));
	}
}
process.stdout.write(JSON.stringify({
	recorderShare,
	perDispatchUs,
	loadMs,
	jumpMs,
	megabytes: text.length / 1e6
}));
export {};
