import { combineReducers, createAction, createEntityAdapter, createListenerMiddleware, createSelector, createSlice, current, isAnyOf, isDraft, original } from "@reduxjs/toolkit";
import { createApi } from "@reduxjs/toolkit/query/react";
import "react";
import { Value } from "@sinclair/typebox/value";
import { Type } from "@sinclair/typebox";
// contracts/src/values/cacheTags.ts
/** The types of the tags in the web app's query cache. */
var CACHE_TAG_TYPES = [
	"Session",
	"AccountExport",
	"Page",
	"LinkingToken",
	"ListedWords",
	"Forecast",
	"Assistant",
	"Task",
	"Preset",
	"Queue",
	"Balance",
	"Transaction",
	"Package",
	"Preview",
	"AdminStats",
	"AdminUser",
	"UserActivity",
	"AdminAct",
	"SavedView",
	"CreditUser",
	"DetailedPosting",
	"Analytics",
	"ProblemReport",
	"SitePack"
];
// frontend/src/data/apiError.ts
var UNAUTHORIZED_MESSAGE = "Unauthorized";
var NOT_AUTHENTICATED_MESSAGE = "Not authenticated";
var fieldOf = (error, field) => typeof error === "object" && error !== null && field in error ? error[field] : void 0;
var textOf = (error, field) => {
	const value = fieldOf(error, field);
	return typeof value === "string" && value !== "" ? value : void 0;
};
var errorCode = (error) => textOf(error, "code");
// contracts/src/values/auth.ts
var SESSION_TOKEN_KEY = "session_token";
var TELEGRAM_ID_KEY = "telegram_id";
// frontend/src/lib/storageOrMemory.ts
/**
* The browser's storage, or a replacement in memory when the browser denies access. With third-party storage blocked,
* reading the property throws in a frame of another site such as Telegram Web.
*/
function storageOrMemory(browserStore) {
	const values = /* @__PURE__ */ new Map();
	const memory = {
		getItem: (key) => values.get(key) ?? null,
		setItem: (key, value) => void values.set(key, value),
		removeItem: (key) => void values.delete(key)
	};
	return () => {
		try {
			return browserStore();
		} catch {
			return memory;
		}
	};
}
// frontend/src/data/request/storage.ts
var store = storageOrMemory(() => localStorage);
/** Both values or null, because the server refuses one without the other. */
function loadCredentials() {
	const sessionToken = store().getItem(SESSION_TOKEN_KEY);
	const telegramId = store().getItem(TELEGRAM_ID_KEY);
	return sessionToken && telegramId ? {
		sessionToken,
		telegramId
	} : null;
}
function clearCredentials() {
	store().removeItem(SESSION_TOKEN_KEY);
	store().removeItem(TELEGRAM_ID_KEY);
}
// frontend/src/data/request/earlyCalls.ts
/** An older answer is not used, because the data may have changed. */
var MAX_AGE_MS = 1e4;
var credentialHeaders = ({ sessionToken, telegramId }) => ({
	"X-Session-Token": sessionToken,
	"X-Telegram-ID": telegramId
});
/** The answer of an early call of the same session. Each answer is taken once: the next call gets newer data. */
function takeEarlyAnswer(address, sessionToken) {
	const early = window.earlyCalls;
	if (early?.sessionToken !== sessionToken || Date.now() - early.startedAtMs > MAX_AGE_MS) return;
	const answer = early.answers.get(address);
	early.answers.delete(address);
	return answer;
}
/** Called before data is changed: the early answers may not contain the change. */
function dropEarlyAnswers() {
	delete window.earlyCalls;
}
// frontend/src/data/request/sessionActions.ts
/** The startup began. Inside the mini app the dashboard is shown even without a session. */
var sessionStarting = createAction("session/starting");
/** The session ended: by the user, by a 401, or without stored credentials. Slices with private data are emptied. */
var sessionEnded = createAction("session/ended");
/** A sign-in failed. */
var signInFailed = createAction("session/signInFailed");
/** The startup ended without a session. */
var sessionNotStarted = createAction("session/notStarted");
// frontend/src/data/request/tabId.ts
/** A random id of this document, at most 16 characters. The server sends it no hints of the calls that have the id in X-Live-Tab. */
var TAB_ID = Math.random().toString(36).slice(0, 16);
// frontend/src/data/baseQuery.ts
var API_BASE = "/api";
function addressOf({ path, query = {} }) {
	const given = Object.entries(query).filter(([, value]) => value !== void 0);
	const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
	return API_BASE + path + (search && `?${search}`);
}
/** The parsed body; null when it is not JSON. */
var readJson = (response) => response.json().then((json) => ({ json }), () => null);
async function failureOf(response) {
	const body = await readJson(response);
	const { error, code, details } = Object(body?.json);
	return {
		status: response.status,
		message: `API request failed with status ${response.status}${body ? `: ${JSON.stringify(body.json)}` : ""}`,
		...typeof error === "string" && { error },
		...typeof code === "string" && { code },
		...details !== void 0 && { details }
	};
}
async function callApi(request, { dispatch, signal }, onAnswer) {
	const isUserCall = request.access !== "public";
	const logOut = () => {
		clearCredentials();
		dispatch(sessionEnded());
	};
	const credentials = isUserCall ? loadCredentials() : null;
	if (isUserCall && !credentials) {
		logOut();
		return { error: {
			status: 401,
			message: NOT_AUTHENTICATED_MESSAGE
		} };
	}
	const isForm = request.body instanceof FormData;
	const sendsJsonType = !isForm && (isUserCall || request.body !== void 0);
	if (request.method) dropEarlyAnswers();
	let response;
	try {
		const address = addressOf(request);
		const outgoing = {
			method: request.method ?? "GET",
			headers: {
				...sendsJsonType && { "Content-Type": "application/json" },
				...credentials && credentialHeaders(credentials),
				...credentials && request.method && { "X-Live-Tab": TAB_ID },
				...request.headers
			},
			body: isForm ? request.body : JSON.stringify(request.body),
			signal
		};
		const { send, onProgress } = request;
		response = await (send ? send(address, outgoing, (sent) => {
			const action = onProgress?.(sent);
			if (action) dispatch(action);
		}) : (credentials && takeEarlyAnswer(address, credentials.sessionToken)) ?? fetch(address, outgoing));
	} catch (cause) {
		return { error: {
			status: 0,
			message: cause instanceof Error ? cause.message : String(cause)
		} };
	}
	onAnswer(response);
	if (isUserCall && response.status === 401) {
		const failure = await failureOf(response);
		if (loadCredentials()?.sessionToken === credentials?.sessionToken) logOut();
		return { error: {
			...failure,
			message: UNAUTHORIZED_MESSAGE
		} };
	}
	if (!response.ok) return { error: await failureOf(response) };
	if (response.status === 204 || response.headers.get("content-length") === "0") return { data: null };
	const body = await readJson(response);
	if (body) return { data: body.json };
	return { error: {
		status: response.status,
		message: "The server answered something that is not JSON."
	} };
}
/** The calls of this tab that may have changed data and have ended. */
var changes = 0;
var MAX_READS = 3;
/**
* The only code that calls the API (spec sections 7 and 8). A read that was under way when a change of this tab ended is
* repeated, because its answer may be older than the change and would undo it on the screen.
*/
var baseQuery = async (request, api) => {
	let meta = {
		method: request.method ?? "GET",
		path: API_BASE + request.path,
		status: 0,
		requestId: null
	};
	const onAnswer = ({ status, headers }) => {
		meta = {
			...meta,
			status,
			requestId: headers.get("X-Request-Id")
		};
	};
	for (let reads = 1;; reads += 1) {
		const changesBefore = changes;
		const result = await callApi(request, api, onAnswer);
		if (request.method) changes += 1;
		if (request.method || result.error || changes === changesBefore || reads === MAX_READS) return {
			...result,
			meta
		};
	}
};
// frontend/src/data/api.ts
/**
* The only RTK Query API. Every area injects its endpoints, which have the names of the contracts.
* A screen fetches again when it is mounted again: the response of another list may have removed rows from the slices,
* and a cached response would not restore them.
*/
var api = createApi({
	reducerPath: "api",
	baseQuery,
	tagTypes: CACHE_TAG_TYPES,
	refetchOnMountOrArgChange: true,
	endpoints: () => ({})
});
// frontend/src/lib/sameJson.ts
/** Deep equality of plain JSON values. */
function sameJson(a, b) {
	if (Object.is(a, b)) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	if (Array.isArray(a) !== Array.isArray(b)) return false;
	const keysOfA = Object.keys(a);
	if (keysOfA.length !== Object.keys(b).length) return false;
	return keysOfA.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}
// frontend/src/data/storeRows.ts
/**
* Stores the rows of a list response. Rows in scope that are not in the response are removed. Unchanged rows keep their
* identity, so that a poll renders only what changed. By default all rows are in scope, and the response also decides
* the order.
*/
function storeRows(adapter, state, rows, inScope) {
	const before = isDraft(state) ? original(state) : state;
	const answeredIds = rows.map(adapter.selectId);
	const answered = new Set(answeredIds);
	const removedIds = before.ids.filter((id) => !answered.has(id) && (!inScope || inScope(before.entities[id])));
	if (removedIds.length > 0) adapter.removeMany(state, removedIds);
	const changed = rows.filter((row) => !sameJson(before.entities[adapter.selectId(row)], row));
	if (changed.length > 0) adapter.setMany(state, changed);
	if (!inScope && !sameJson(before.ids, answeredIds)) state.ids = answeredIds;
}
// contracts/src/calls/assistants.ts
var addToQueue = {
	method: "POST",
	path: "/assistants/:id/add-to-queue",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var createAssistant = {
	method: "POST",
	path: "/assistants"
};
var deleteAssistant = {
	method: "DELETE",
	path: "/assistants/:id",
	changes: ["Task/LIST", "Queue"]
};
var deleteRepeat = {
	method: "DELETE",
	path: "/assistants/:id/repeat"
};
var forecastAssistant = {
	method: "POST",
	path: "/assistants/:id/forecast"
};
var getListedWords = { path: "/listed-words" };
var listAssistantTasks = { path: "/assistants/:id/tasks" };
var listAssistants = { path: "/assistants" };
var openScreenshots = {
	method: "POST",
	path: "/assistants/:id/screenshots/ticket"
};
var pauseAssistant = {
	method: "POST",
	path: "/assistants/:id/pause",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var pauseRepeat = {
	method: "POST",
	path: "/assistants/:id/repeat/pause"
};
var processScreenshots = {
	method: "POST",
	path: "/assistants/:id/process-screenshots",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var reorderTasks = {
	method: "PUT",
	path: "/assistants/:id/task-order",
	refetchOnFailure: ["Task/ASSISTANT-:id"]
};
var resumeAssistant = {
	method: "POST",
	path: "/assistants/:id/resume",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var resumeRepeat = {
	method: "POST",
	path: "/assistants/:id/repeat/resume"
};
var runAssistantAgain = {
	method: "POST",
	path: "/assistants/:id/run-again"
};
var saveRepeat = {
	method: "PUT",
	path: "/assistants/:id/repeat"
};
var setListedWords = {
	method: "PUT",
	path: "/listed-words",
	changes: ["ListedWords", "Forecast"]
};
var updateAssistant = {
	method: "PUT",
	path: "/assistants/:id",
	changes: ["Task/ASSISTANT-:id"]
};
// frontend/src/data/client.ts
/** The tags of one call. `:name` in a tag stands for that value of the call's argument or of its body. */
var tagsOf = (tags, argument) => {
	const { body, ...values } = Object(argument);
	const known = {
		...Object(body),
		...values
	};
	return tags.map((tag) => {
		const [type, id] = tag.split("/");
		return id ? {
			type,
			id: id.replace(/:(\w+)/, (_, name) => String(known[name]))
		} : { type };
	});
};
/** The request of a call. Values that are not in the path are its query. */
function requestOf({ method, path, access }, argument) {
	const { body, idempotencyKey, send, onProgress, ...values } = Object(argument);
	const query = { ...values };
	return {
		method,
		path: path.replace(/:(\w+)/g, (_, name) => {
			const value = encodeURIComponent(query[name]);
			delete query[name];
			return value;
		}),
		query,
		access,
		headers: idempotencyKey === void 0 ? void 0 : { "Idempotency-Key": idempotencyKey },
		body,
		send,
		onProgress
	};
}
function query(build, call, { args, provides = [], ...options } = {}) {
	return build.query({
		query: (arg) => requestOf(call, args ? args(arg) : arg),
		providesTags: (_answer, _error, arg) => tagsOf(provides, arg),
		...options
	});
}
function mutation(build, call, { args, ...options } = {}) {
	return build.mutation({
		query: (arg) => requestOf(call, args ? args(arg) : arg),
		invalidatesTags: (_answer, error, arg) => tagsOf((error ? call.refetchOnFailure : call.changes) ?? [], arg),
		...options
	});
}
// frontend/src/data/assistants/assistantsApi.ts
var assistantsApi = api.injectEndpoints({ endpoints: (build) => ({
	listAssistants: query(build, listAssistants, { provides: ["Assistant/LIST"] }),
	createAssistant: mutation(build, createAssistant),
	updateAssistant: mutation(build, updateAssistant),
	deleteAssistant: mutation(build, deleteAssistant),
	forecastAssistant: query(build, forecastAssistant, {
		/** `version` is that of the stored assistant. It is part of the cache key, so a new version is fetched again. */
		args: ({ id }) => ({ id }),
		keepUnusedDataFor: 0,
		provides: ["Assistant/:id", "Forecast"]
	}),
	getListedWords: query(build, getListedWords, { provides: ["ListedWords"] }),
	setListedWords: mutation(build, setListedWords),
	addToQueue: mutation(build, addToQueue),
	pauseAssistant: mutation(build, pauseAssistant),
	resumeAssistant: mutation(build, resumeAssistant),
	processScreenshots: mutation(build, processScreenshots),
	runAssistantAgain: mutation(build, runAssistantAgain),
	saveRepeat: mutation(build, saveRepeat),
	pauseRepeat: mutation(build, pauseRepeat),
	resumeRepeat: mutation(build, resumeRepeat),
	deleteRepeat: mutation(build, deleteRepeat),
	openScreenshots: mutation(build, openScreenshots),
	listAssistantTasks: query(build, listAssistantTasks, { provides: ["Task/LIST", "Task/ASSISTANT-:id"] }),
	reorderTasks: mutation(build, reorderTasks)
}) });
var { useListAssistantsQuery, useCreateAssistantMutation, useDeleteAssistantMutation, useForecastAssistantQuery, useGetListedWordsQuery, useSetListedWordsMutation, useAddToQueueMutation, usePauseAssistantMutation, useResumeAssistantMutation, useProcessScreenshotsMutation, useRunAssistantAgainMutation, useSaveRepeatMutation, usePauseRepeatMutation, useResumeRepeatMutation, useDeleteRepeatMutation, useOpenScreenshotsMutation, useListAssistantTasksQuery, useReorderTasksMutation } = assistantsApi;
// frontend/src/data/assistants/assistantsSlice.ts
var adapter$3 = createEntityAdapter({ selectId: (assistant) => assistant._id });
var initialState$5 = adapter$3.getInitialState();
var assistantsSlice = createSlice({
	name: "assistants",
	initialState: initialState$5,
	reducers: {},
	extraReducers: (builder) => {
		const { listAssistants, createAssistant, updateAssistant, deleteAssistant } = assistantsApi.endpoints;
		const { addToQueue, pauseAssistant, resumeAssistant, runAssistantAgain } = assistantsApi.endpoints;
		const { saveRepeat, pauseRepeat, resumeRepeat, deleteRepeat } = assistantsApi.endpoints;
		const addFirst = (state, assistant) => {
			adapter$3.setOne(state, assistant);
			state.ids = [assistant._id, ...state.ids.filter((id) => id !== assistant._id)];
		};
		builder.addCase(sessionEnded, () => initialState$5).addMatcher(listAssistants.matchFulfilled, (state, { payload, meta }) => {
			storeRows(adapter$3, state, payload, Boolean(meta.arg.originalArgs?.searchQuery) ? () => false : void 0);
		}).addMatcher(createAssistant.matchFulfilled, (state, { payload }) => {
			addFirst(state, payload);
		}).addMatcher(runAssistantAgain.matchFulfilled, (state, { payload }) => {
			addFirst(state, payload.assistant);
		}).addMatcher(updateAssistant.matchFulfilled, (state, { payload }) => {
			adapter$3.setOne(state, payload);
		}).addMatcher(isAnyOf(addToQueue.matchFulfilled, pauseAssistant.matchFulfilled, resumeAssistant.matchFulfilled, saveRepeat.matchFulfilled, pauseRepeat.matchFulfilled, resumeRepeat.matchFulfilled, deleteRepeat.matchFulfilled), (state, { payload }) => {
			adapter$3.setOne(state, payload.assistant);
		}).addMatcher(deleteAssistant.matchFulfilled, (state, { meta }) => {
			adapter$3.removeOne(state, meta.arg.originalArgs.id);
		});
	}
});
adapter$3.getSelectors((state) => state.assistants).selectAll;
// contracts/src/calls/adminCredits.ts
var bookPurchase = {
	method: "POST",
	path: "/credits/admin/purchases",
	changes: [
		"CreditUser/LIST",
		"CreditUser/:user_id",
		"Transaction/LIST",
		"Balance",
		"AdminStats",
		"AdminAct/:user_id"
	]
};
var getCreditUser = { path: "/credits/admin/users-credits/:telegramId" };
var listUserLedger = { path: "/credits/admin/users-credits/:telegramId/ledger" };
// contracts/src/calls/credits.ts
var adjustCredits = {
	method: "POST",
	path: "/credits/admin/adjust-credits",
	changes: [
		"CreditUser/LIST",
		"CreditUser/:user_id",
		"Transaction/LIST",
		"Balance",
		"AdminStats",
		"AdminAct/:user_id"
	]
};
var exportCreditUsers = {
	method: "POST",
	path: "/credits/admin/users-credits/export"
};
var getBalance = { path: "/credits/balance" };
var listCreditUsers = { path: "/credits/admin/users-credits" };
var listPackages = {
	path: "/credits/packages",
	access: "public"
};
var listTransactions = { path: "/credits/transactions" };
// frontend/src/data/credits/creditsApi.ts
var creditsApi = api.injectEndpoints({ endpoints: (build) => ({
	listPackages: query(build, listPackages, { provides: ["Package/LIST"] }),
	getBalance: query(build, getBalance, { provides: ["Balance"] }),
	listTransactions: query(build, listTransactions, { provides: ["Transaction/LIST"] }),
	listCreditUsers: query(build, listCreditUsers, { provides: ["CreditUser/LIST"] }),
	exportCreditUsers: mutation(build, exportCreditUsers),
	adjustCredits: mutation(build, adjustCredits),
	bookPurchase: mutation(build, bookPurchase),
	getCreditUser: query(build, getCreditUser, { provides: ["CreditUser/:telegramId"] }),
	listUserLedger: query(build, listUserLedger, { provides: ["CreditUser/:telegramId"] })
}) });
var { useListPackagesQuery, useGetBalanceQuery, useListTransactionsQuery, useListCreditUsersQuery, useExportCreditUsersMutation, useAdjustCreditsMutation, useBookPurchaseMutation, useGetCreditUserQuery, useListUserLedgerQuery } = creditsApi;
// frontend/src/data/credits/creditsSlice.ts
var transactions = createEntityAdapter();
var packages = createEntityAdapter();
var initialState$4 = {
	balance: null,
	transactions: transactions.getInitialState(),
	packages: packages.getInitialState(),
	/** Telegram name of the support contact, who sells credits. */
	supportTelegram: null
};
var creditsSlice = createSlice({
	name: "credits",
	initialState: initialState$4,
	reducers: {},
	extraReducers: (builder) => {
		const { getBalance, listTransactions, listPackages } = creditsApi.endpoints;
		builder.addCase(sessionEnded, () => initialState$4).addMatcher(getBalance.matchFulfilled, (state, { payload }) => {
			state.balance = payload;
		}).addMatcher(listTransactions.matchFulfilled, (state, { payload }) => {
			storeRows(transactions, state.transactions, payload.transactions);
		}).addMatcher(listPackages.matchFulfilled, (state, { payload }) => {
			storeRows(packages, state.packages, payload.packages);
			state.supportTelegram = payload.support_telegram;
		});
	}
});
transactions.getSelectors((state) => state.credits.transactions).selectAll;
packages.getSelectors((state) => state.credits.packages).selectAll;
// frontend/src/data/drafts/lazyDrafts.ts
/**
* The reducer and the listeners of drafts; null until the Assistants tab loads `drafts.ts`. They are not
* part of the first load, to keep it small. Only that tab creates drafts, so the state is empty until then.
*/
var code = null;
/** Called by `drafts.ts` when it is loaded. */
function setDraftsCode(loaded) {
	code = loaded;
}
var NO_DRAFTS = {
	edits: {},
	uploads: {},
	cardKeys: {}
};
var draftsReducer = (state = NO_DRAFTS, action) => code ? code.reducer(state, action) : state;
var draftsMiddleware = (store) => (next) => {
	let handleAction = null;
	return (action) => {
		if (!handleAction && code) handleAction = code.createListeners()(store)(next);
		return (handleAction ?? next)(action);
	};
};
// contracts/src/calls/linking.ts
var describeLinking = {
	method: "POST",
	path: "/describe_linking"
};
var getLinkingData = {
	path: "/get_linking_data/:token",
	access: "public"
};
var verifyLinking = {
	method: "POST",
	path: "/verify_linking",
	changes: ["Page"]
};
// contracts/src/calls/pages.ts
var listPickerPages = { path: "/pages" };
var listUserPages = { path: "/get_user_pages" };
var resumePage = {
	method: "POST",
	path: "/pages/:guid/resume",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var setLimitsOfPages = {
	method: "POST",
	path: "/pages/bulk-limits",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var unlinkPage = {
	method: "DELETE",
	path: "/unlink_page/:guid",
	changes: [
		"Page/PICKER",
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var unlinkPages = {
	method: "POST",
	path: "/pages/bulk-unlink",
	changes: [
		"Page/PICKER",
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var updateTags = {
	method: "PUT",
	path: "/pages/:guid/tags",
	changes: ["Page/PICKER"]
};
var updateTagsOfPages = {
	method: "POST",
	path: "/pages/bulk-tags",
	changes: ["Page/PICKER"]
};
// frontend/src/data/pages/pagesApi.ts
var pagesApi = api.injectEndpoints({ endpoints: (build) => ({
	listUserPages: query(build, listUserPages, { provides: ["Page/LIST"] }),
	/** The target picker's pages. They have their own tag, because changed tags make them outdated but not the page list. */
	listPickerPages: query(build, listPickerPages, { provides: ["Page/PICKER"] }),
	updateTags: mutation(build, updateTags),
	updateTagsOfPages: mutation(build, updateTagsOfPages),
	setLimitsOfPages: mutation(build, setLimitsOfPages),
	resumePage: mutation(build, resumePage),
	unlinkPage: mutation(build, unlinkPage),
	unlinkPages: mutation(build, unlinkPages),
	describeLinking: query(build, describeLinking, {
		provides: ["LinkingToken"],
		keepUnusedDataFor: 0
	}),
	verifyLinking: mutation(build, verifyLinking),
	getLinkingData: query(build, getLinkingData, { provides: ["LinkingToken"] })
}) });
var { useListUserPagesQuery, useListPickerPagesQuery, useUpdateTagsMutation, useUpdateTagsOfPagesMutation, useSetLimitsOfPagesMutation, useResumePageMutation, useUnlinkPageMutation, useUnlinkPagesMutation, useLazyDescribeLinkingQuery, useVerifyLinkingMutation, useGetLinkingDataQuery } = pagesApi;
// frontend/src/data/pages/changedTags.ts
/**
* The tags of a page after a change, as the server computes them (`changeTagsOf`). Tags are compared
* case-insensitively. A tag in both lists is not removed.
*/
function changedTags(tags, { add, remove }) {
	/** The form in which tags are compared. */
	const fold = (tag) => tag.trim().toLowerCase();
	const added = new Set(add.map(fold));
	const removed = new Set(remove.map(fold).filter((tag) => !added.has(tag)));
	const kept = tags.filter((tag) => !removed.has(fold(tag)));
	const known = new Set(kept.map(fold));
	const isNew = (tag) => {
		const folded = fold(tag);
		if (folded === "" || known.has(folded)) return false;
		known.add(folded);
		return true;
	};
	return [...kept, ...add.filter(isNew).map((tag) => tag.trim())];
}
// frontend/src/data/pages/tagEdits.ts
var tagEdit = (requestId, guids, change) => ({
	requestId,
	guids: Object.fromEntries(guids.map((guid) => [guid, true])),
	change
});
var isWholeList = (change) => Array.isArray(change);
var tagsAfter = (page, edits) => edits.reduce((tags, { guids, change }) => !guids[page.guid] ? tags : isWholeList(change) ? change : changedTags(tags, change), page.tags);
/** The last edited copy of each page. It is reused, so that an edit of one page renders only that page. */
var editedCopies = /* @__PURE__ */ new WeakMap();
/** A page with its unconfirmed tags; the same object for the same tags. */
function editedPage(page, edits) {
	const tags = tagsAfter(page, edits);
	if (tags === page.tags) return page;
	const copy = editedCopies.get(page);
	if (copy && sameJson(copy.tags, tags)) return copy;
	const edited = {
		...page,
		tags: [...tags]
	};
	editedCopies.set(page, edited);
	return edited;
}
// frontend/src/data/pages/pagesSlice.ts
var adapter$2 = createEntityAdapter({ selectId: (page) => page.guid });
var initialState$3 = adapter$2.getInitialState({
	pickerGuids: [],
	tags: [],
	tagEdits: []
});
/** The state before the action, without Immer proxies, because reading thousands of rows through them is slow. */
var stateBefore = (state) => original(state) ?? state;
var withDetails = (state, details) => ({
	guid: details.guid,
	details,
	picker: state.entities[details.guid]?.picker ?? null
});
var addEdit = (state, ...edit) => {
	state.tagEdits = [...stateBefore(state).tagEdits, tagEdit(...edit)];
};
var removeEdit = (state, requestId) => {
	state.tagEdits = stateBefore(state).tagEdits.filter((edit) => edit.requestId !== requestId);
};
/** Pages that are not in the response are kept. */
var storeChanged = (state, pages) => {
	const before = stateBefore(state);
	storeRows(adapter$2, state, pages.map((page) => withDetails(before, page)), () => false);
};
var removePages = (state, guids) => {
	const removed = new Set(guids);
	adapter$2.removeMany(state, [...removed]);
	state.pickerGuids = state.pickerGuids.filter((guid) => !removed.has(guid));
};
var pagesSlice = createSlice({
	name: "pages",
	initialState: initialState$3,
	reducers: {},
	extraReducers: (builder) => {
		const { listUserPages, listPickerPages, updateTags, updateTagsOfPages, setLimitsOfPages, resumePage, unlinkPage, unlinkPages, verifyLinking } = pagesApi.endpoints;
		builder.addCase(sessionEnded, () => initialState$3).addMatcher(listUserPages.matchFulfilled, (state, { payload }) => {
			const before = stateBefore(state);
			storeRows(adapter$2, state, payload.pages.map((page) => withDetails(before, page)));
		}).addMatcher(listPickerPages.matchFulfilled, (state, { payload }) => {
			const before = stateBefore(state);
			storeRows(adapter$2, state, payload.pages.map((picker) => ({
				guid: picker.id,
				details: before.entities[picker.id]?.details ?? null,
				picker
			})), () => true);
			state.pickerGuids = payload.pages.map((page) => page.id);
			state.tags = payload.tags;
		}).addMatcher(updateTags.matchPending, (state, { meta }) => {
			const { guid, body } = meta.arg.originalArgs;
			addEdit(state, meta.requestId, [guid], body.tags);
		}).addMatcher(updateTags.matchFulfilled, (state, { payload, meta }) => {
			removeEdit(state, meta.requestId);
			adapter$2.setOne(state, withDetails(state, payload));
		}).addMatcher(updateTagsOfPages.matchPending, (state, { meta }) => {
			const { guids, add, remove } = meta.arg.originalArgs.body;
			addEdit(state, meta.requestId, guids, {
				add,
				remove
			});
		}).addMatcher(updateTagsOfPages.matchFulfilled, (state, { payload, meta }) => {
			removeEdit(state, meta.requestId);
			storeChanged(state, payload.pages);
		}).addMatcher(setLimitsOfPages.matchFulfilled, (state, { payload }) => storeChanged(state, payload.pages)).addMatcher(resumePage.matchFulfilled, (state, { payload }) => storeChanged(state, [payload])).addMatcher(isAnyOf(updateTags.matchRejected, updateTagsOfPages.matchRejected), (state, { meta }) => {
			removeEdit(state, meta.requestId);
		}).addMatcher(unlinkPage.matchFulfilled, (state, { meta }) => {
			removePages(state, [meta.arg.originalArgs.guid]);
		}).addMatcher(unlinkPages.matchFulfilled, (state, { payload }) => {
			removePages(state, payload.unlinked);
		}).addMatcher(verifyLinking.matchFulfilled, (state, { payload }) => {
			adapter$2.setOne(state, withDetails(state, payload.page));
			state.ids = [payload.page.guid, ...state.ids.filter((id) => id !== payload.page.guid)];
		});
	}
});
var selectEdits = (state) => state.pages.tagEdits;
createSelector([
	(state) => state.pages.ids,
	(state) => state.pages.entities,
	selectEdits
], (ids, entities, edits) => ids.flatMap((guid) => {
	const details = entities[guid]?.details;
	return details ? [edits.length > 0 ? editedPage(details, edits) : details] : [];
}));
createSelector([(state) => state.pages.pickerGuids, (state) => state.pages.entities], (guids, entities) => guids.flatMap((guid) => entities[guid]?.picker ?? []));
// contracts/src/calls/presets.ts
var createPreset = {
	method: "POST",
	path: "/presets",
	changes: ["Preset"]
};
var deletePreset = {
	method: "DELETE",
	path: "/presets/:id",
	changes: ["Assistant/LIST", "Task"]
};
var listPresets = { path: "/presets" };
var updatePreset = {
	method: "PUT",
	path: "/presets/:id",
	changes: [
		"Preset",
		"Assistant/LIST",
		"Task"
	]
};
// frontend/src/data/presets/presetsApi.ts
var presetsApi = api.injectEndpoints({ endpoints: (build) => ({
	listPresets: query(build, listPresets, { provides: ["Preset/LIST"] }),
	createPreset: mutation(build, createPreset),
	updatePreset: mutation(build, updatePreset),
	deletePreset: mutation(build, deletePreset)
}) });
var { useListPresetsQuery, useCreatePresetMutation, useUpdatePresetMutation, useDeletePresetMutation } = presetsApi;
// frontend/src/data/presets/presetsSlice.ts
var adapter$1 = createEntityAdapter();
var initialState$2 = adapter$1.getInitialState();
var presetsSlice = createSlice({
	name: "presets",
	initialState: initialState$2,
	reducers: {},
	extraReducers: (builder) => {
		const { listPresets, createPreset, updatePreset, deletePreset } = presetsApi.endpoints;
		builder.addCase(sessionEnded, () => initialState$2).addMatcher(listPresets.matchFulfilled, (state, { payload }) => {
			storeRows(adapter$1, state, payload);
		}).addMatcher(isAnyOf(createPreset.matchFulfilled, updatePreset.matchFulfilled), (state, { payload }) => {
			adapter$1.setOne(state, payload);
		}).addMatcher(deletePreset.matchFulfilled, (state, { meta }) => {
			adapter$1.removeOne(state, meta.arg.originalArgs.id);
		});
	}
});
adapter$1.getSelectors((state) => state.presets).selectAll;
// contracts/src/calls/auth.ts
var endSession = {
	method: "DELETE",
	path: "/auth/sessions/:id",
	changes: ["Session/LIST"],
	refetchOnFailure: ["Session/LIST"]
};
var listSessions = { path: "/auth/sessions" };
var me = { path: "/auth/me" };
var signIn = {
	method: "POST",
	path: "/auth/telegram",
	access: "public"
};
var signOut = {
	method: "POST",
	path: "/auth/logout"
};
// frontend/src/data/session/sessionApi.ts
var sessionApi = api.injectEndpoints({ endpoints: (build) => ({
	signIn: mutation(build, signIn),
	me: query(build, me, { provides: ["Session"] }),
	signOut: mutation(build, signOut)
}) });
var sessionSlice = createSlice({
	name: "session",
	initialState: {
		status: "loading",
		user: null,
		insideMiniApp: false,
		signInFailure: null
	},
	reducers: {},
	extraReducers: (builder) => {
		builder.addCase(sessionStarting, (state, { payload }) => {
			state.insideMiniApp = payload.insideMiniApp;
		}).addCase(sessionEnded, (state) => {
			state.user = null;
			if (state.status === "authenticated") state.status = "anonymous";
		}).addCase(sessionNotStarted, (state) => {
			if (state.status === "loading") state.status = "anonymous";
		}).addCase(signInFailed, (state, { payload }) => {
			state.signInFailure = payload;
		}).addMatcher(sessionApi.endpoints.me.matchFulfilled, (state, { payload }) => {
			state.user = payload;
			state.status = "authenticated";
			state.signInFailure = null;
		});
	}
});
// contracts/src/calls/tasks.ts
var archiveFinalized = {
	method: "POST",
	path: "/tasks/archive-finalized",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var deleteTask = {
	method: "DELETE",
	path: "/tasks/:id",
	changes: [
		"Task/LIST",
		"Assistant/LIST",
		"Queue"
	]
};
var getTask = { path: "/tasks/:id" };
var listTaskTimelines = { path: "/tasks/:id/timelines" };
var listTasks = { path: "/tasks" };
var retryTask = {
	method: "POST",
	path: "/tasks/:id/retry",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var updateTask = {
	method: "PUT",
	path: "/tasks/:id"
};
var uploadTasks = {
	method: "POST",
	path: "/assistants/:id/tasks"
};
// frontend/src/data/tasks/flyerUpload.ts
/** Null until the code of drafts is loaded. Only it has the chosen files. */
var makeRequest = null;
function setUploadCode(code) {
	makeRequest = code;
}
/** The body of an upload. */
var uploadRequestOf = (upload) => makeRequest?.(upload) ?? {};
// frontend/src/data/tasks/tasksApi.ts
var tasksApi = api.injectEndpoints({ endpoints: (build) => ({
	listTasks: query(build, listTasks, { provides: ["Task/LIST"] }),
	getTask: query(build, getTask, { provides: ["Task/:id"] }),
	listTaskTimelines: query(build, listTaskTimelines, {
		args: ({ id, postingId }) => ({
			id,
			posting_id: postingId
		}),
		provides: ["Task/:id"]
	}),
	updateTask: mutation(build, updateTask),
	deleteTask: mutation(build, deleteTask),
	retryTask: mutation(build, retryTask),
	archiveFinalized: mutation(build, archiveFinalized),
	/** Uploads several flyers in one request. `draftListeners.ts` invalidates the counts after the last request. */
	uploadTasks: mutation(build, uploadTasks, { args: (upload) => ({
		id: upload.id,
		...uploadRequestOf(upload)
	}) })
}) });
var { useListTasksQuery, useGetTaskQuery, useListTaskTimelinesQuery, useDeleteTaskMutation, useRetryTaskMutation, useArchiveFinalizedMutation } = tasksApi;
// frontend/src/data/tasks/tasksSlice.ts
var adapter = createEntityAdapter({ selectId: (task) => task._id });
var initialState = adapter.getInitialState({
	/** Task ids in the order of the queue, by the statuses asked for (`in_queue`, `failed,partially_completed`, ...). */
	queueOrder: {},
	moves: []
});
var entityOf = ({ page_postings: _pagePostings, owner: _owner, ...task }) => task;
var isActive = (task) => task.status !== "archived";
var tasksSlice = createSlice({
	name: "tasks",
	initialState,
	reducers: {},
	extraReducers: (builder) => {
		const { listTasks, getTask, updateTask, deleteTask, uploadTasks } = tasksApi.endpoints;
		const { listAssistantTasks, reorderTasks, deleteAssistant } = assistantsApi.endpoints;
		builder.addCase(sessionEnded, () => initialState).addMatcher(listTasks.matchFulfilled, (state, { payload, meta }) => {
			const status = meta.arg.originalArgs?.status;
			const statuses = new Set(status?.split(","));
			storeRows(adapter, state, payload, status ? (task) => statuses.has(task.status) : isActive);
			if (status) state.queueOrder[status] = payload.map((task) => task._id);
		}).addMatcher(getTask.matchFulfilled, (state, { payload }) => {
			if (payload.owner && !state.entities[payload._id]) return;
			adapter.setOne(state, entityOf(payload));
		}).addMatcher(updateTask.matchFulfilled, (state, { payload }) => {
			adapter.setOne(state, payload);
		}).addMatcher(deleteTask.matchFulfilled, (state, { meta }) => {
			adapter.removeOne(state, meta.arg.originalArgs.id);
		}).addMatcher(uploadTasks.matchFulfilled, (state, { payload }) => {
			adapter.setMany(state, payload);
		}).addMatcher(listAssistantTasks.matchFulfilled, (state, { payload, meta }) => {
			const { id, status } = meta.arg.originalArgs;
			const wantsActive = status === "active";
			storeRows(adapter, state, payload, (task) => task.assistant_id === id && isActive(task) === wantsActive);
		}).addMatcher(reorderTasks.matchPending, (state, { meta }) => {
			const { id, body } = meta.arg.originalArgs;
			state.moves.push({
				requestId: meta.requestId,
				assistantId: id,
				taskIds: body.task_ids
			});
		}).addMatcher(reorderTasks.matchFulfilled, (state, { payload }) => {
			adapter.setMany(state, payload);
		}).addMatcher(isAnyOf(reorderTasks.matchFulfilled, reorderTasks.matchRejected), (state, { meta }) => {
			state.moves = state.moves.filter((move) => move.requestId !== meta.requestId);
		}).addMatcher(deleteAssistant.matchFulfilled, (state, { meta }) => {
			const { id } = meta.arg.originalArgs;
			adapter.removeMany(state, state.ids.filter((taskId) => state.entities[taskId]?.assistant_id === id));
		});
	}
});
// frontend/src/data/uiState/uiSlice.ts
var NOTHING = {};
var uiSlice = createSlice({
	name: "ui",
	initialState: NOTHING,
	reducers: {
		uiChanged: (state, { payload: { key, value } }) => ({
			...state,
			[key]: value
		}),
		/** Its component was removed. */
		uiRemoved: (state, { payload: { key } }) => {
			const { [key]: _, ...others } = state;
			return others;
		}
	},
	extraReducers: (builder) => {
		builder.addCase(api.util.resetApiState, () => NOTHING);
	}
});
var { uiChanged, uiRemoved } = uiSlice.actions;
// frontend/src/data/store/rootReducer.ts
var rootReducer = combineReducers({
	session: sessionSlice.reducer,
	pages: pagesSlice.reducer,
	assistants: assistantsSlice.reducer,
	tasks: tasksSlice.reducer,
	presets: presetsSlice.reducer,
	credits: creditsSlice.reducer,
	drafts: draftsReducer,
	ui: uiSlice.reducer,
	[api.reducerPath]: api.reducer
});
// frontend/src/replay/log/recordedActions.ts
/** The router's address changed. This action is only for the log; no reducer handles it. */
var navigationChanged = createAction("navigation/changed");
/** The minute clock ticked. */
var clockTicked = createAction("clock/ticked");
// contracts/src/calls/admin.ts
var endUserSessions = {
	method: "POST",
	path: "/admin/users/:telegramId/end-sessions",
	changes: ["AdminAct/:telegramId"]
};
var exportTrends = {
	method: "POST",
	path: "/admin/trends/export"
};
var exportUsers = {
	method: "POST",
	path: "/admin/users/export"
};
var getStats = { path: "/admin/stats" };
var getTrends = { path: "/admin/trends" };
var getUser = { path: "/admin/users/:telegramId" };
var getUserActivity = { path: "/admin/user/:telegramId/activity" };
var listUserActs = { path: "/admin/users/:telegramId/acts" };
var listUsers = { path: "/admin/users" };
var updateUser = {
	method: "PATCH",
	path: "/admin/users/:telegramId",
	changes: ["AdminStats", "AdminAct/:telegramId"]
};
// contracts/src/calls/sitePacks.ts
var approveSitePack = {
	method: "POST",
	path: "/admin/site-packs/:version/approve",
	changes: ["SitePack", "AdminStats"],
	refetchOnFailure: ["SitePack", "AdminStats"]
};
var getStructureReport = { path: "/admin/structure-reports/:id" };
var listSitePacks = { path: "/admin/site-packs" };
var listStructureReports = { path: "/admin/structure-reports" };
var publishSitePack = {
	method: "POST",
	path: "/admin/site-packs",
	changes: ["SitePack", "AdminStats"]
};
var withdrawSitePack = {
	method: "POST",
	path: "/admin/site-packs/:version/withdraw",
	changes: ["SitePack", "AdminStats"],
	refetchOnFailure: ["SitePack", "AdminStats"]
};
// frontend/src/data/admin/adminApi.ts
/** Calls of the admin screens. Their responses are only in the query cache, not in a slice. */
var adminApi = api.injectEndpoints({ endpoints: (build) => ({
	getStats: query(build, getStats, { provides: ["AdminStats"] }),
	getTrends: query(build, getTrends, { provides: ["AdminStats"] }),
	exportTrends: mutation(build, exportTrends),
	listUsers: query(build, listUsers, { provides: ["AdminUser/LIST"] }),
	exportUsers: mutation(build, exportUsers),
	getUser: query(build, getUser, { provides: ["AdminUser/:telegramId"] }),
	getUserActivity: query(build, getUserActivity, { provides: ["UserActivity/:telegramId"] }),
	listUserActs: query(build, listUserActs, { provides: ["AdminAct/:telegramId"] }),
	updateUser: mutation(build, updateUser, { 
	/** Optimistic update: the switch changes at once, and changes back when the server refuses. */
async onQueryStarted({ telegramId, body }, { dispatch, queryFulfilled }) {
		const shown = dispatch(adminApi.util.updateQueryData("getUser", { telegramId }, (user) => {
			Object.assign(user, body);
		}));
		try {
			const { data: updated } = await queryFulfilled;
			dispatch(adminApi.util.updateQueryData("getUser", { telegramId }, () => updated));
			dispatch(adminApi.util.updateQueryData("listUsers", void 0, (users) => current(users).map((user) => user.telegram_id === telegramId ? updated : user)));
		} catch {
			shown.undo();
		}
	} }),
	listStructureReports: query(build, listStructureReports, { provides: ["DetailedPosting/LIST"] }),
	getStructureReport: query(build, getStructureReport, { keepUnusedDataFor: 0 }),
	endUserSessions: mutation(build, endUserSessions)
}) });
var { useGetStatsQuery, useGetTrendsQuery, useExportTrendsMutation, useListUsersQuery, useExportUsersMutation, useGetUserQuery, useGetUserActivityQuery, useListUserActsQuery, useUpdateUserMutation, useEndUserSessionsMutation, useListStructureReportsQuery, useLazyGetStructureReportQuery } = adminApi;
// contracts/src/calls/audit.ts
var exportAuditEvents = {
	method: "POST",
	path: "/admin/audit/export",
	changes: ["AdminAct/LIST"],
	refetchOnFailure: ["AdminAct/LIST"]
};
var listAuditEvents = { path: "/admin/audit" };
var { useListAuditEventsQuery, useExportAuditEventsMutation } = api.injectEndpoints({ endpoints: (build) => ({
	listAuditEvents: query(build, listAuditEvents, { provides: ["AdminAct/LIST"] }),
	exportAuditEvents: mutation(build, exportAuditEvents)
}) });
// contracts/src/calls/savedViews.ts
var createSavedView = {
	method: "POST",
	path: "/admin/saved-views",
	changes: ["SavedView"]
};
var deleteSavedView = {
	method: "DELETE",
	path: "/admin/saved-views/:id",
	changes: ["SavedView"],
	refetchOnFailure: ["SavedView"]
};
var listSavedViews = { path: "/admin/saved-views" };
var updateSavedView = {
	method: "PATCH",
	path: "/admin/saved-views/:id",
	changes: ["SavedView"]
};
var { useListSavedViewsQuery, useCreateSavedViewMutation, useUpdateSavedViewMutation, useDeleteSavedViewMutation } = api.injectEndpoints({ endpoints: (build) => ({
	listSavedViews: query(build, listSavedViews, { provides: ["SavedView"] }),
	createSavedView: mutation(build, createSavedView),
	updateSavedView: mutation(build, updateSavedView),
	deleteSavedView: mutation(build, deleteSavedView)
}) });
// frontend/src/data/admin/sitePacksApi.ts
var versionArgs = ({ version }) => ({ version: `${version}` });
var { useListSitePacksQuery, usePublishSitePackMutation, useApproveSitePackMutation, useWithdrawSitePackMutation } = api.injectEndpoints({ endpoints: (build) => ({
	listSitePacks: query(build, listSitePacks, { provides: ["SitePack"] }),
	publishSitePack: mutation(build, publishSitePack),
	approveSitePack: mutation(build, approveSitePack, { args: versionArgs }),
	withdrawSitePack: mutation(build, withdrawSitePack, { args: versionArgs })
}) });
// contracts/src/calls/bulkRetry.ts
var listFailures = { path: "/page-postings/failures" };
var previewBulkRetry = {
	method: "POST",
	path: "/page-postings/bulk-retry/preview"
};
var runBulkRetry = {
	method: "POST",
	path: "/page-postings/bulk-retry",
	changes: ["DetailedPosting/LIST"],
	refetchOnFailure: ["DetailedPosting/LIST"]
};
// contracts/src/calls/postings.ts
var exportDetailedPostings = {
	method: "POST",
	path: "/page-postings/detailed-admin/export"
};
var getPerformanceAnalytics = { path: "/page-postings/performance-analytics" };
var getPreview = {
	path: "/page-postings/:pagePostingId/view-data",
	access: "public"
};
var listDetailedPostings = { path: "/page-postings/detailed-admin" };
var { useGetPreviewQuery, useListDetailedPostingsQuery, useExportDetailedPostingsMutation, useListFailuresQuery, usePreviewBulkRetryQuery, useRunBulkRetryMutation, useGetPerformanceAnalyticsQuery } = api.injectEndpoints({ endpoints: (build) => ({
	getPreview: query(build, getPreview, {
		provides: ["Preview"],
		keepUnusedDataFor: 0
	}),
	listDetailedPostings: query(build, listDetailedPostings, { provides: ["DetailedPosting/LIST"] }),
	exportDetailedPostings: mutation(build, exportDetailedPostings),
	listFailures: query(build, listFailures, { provides: ["DetailedPosting/LIST"] }),
	previewBulkRetry: query(build, previewBulkRetry, {
		provides: ["DetailedPosting/LIST"],
		keepUnusedDataFor: 0
	}),
	runBulkRetry: mutation(build, runBulkRetry),
	getPerformanceAnalytics: query(build, getPerformanceAnalytics, { provides: ["Analytics"] })
}) });
// contracts/src/calls/problemReports.ts
var getProblemReport = { path: "/admin/problem-reports/:id" };
var listProblemReports = { path: "/admin/problem-reports" };
var reportProblem = {
	method: "POST",
	path: "/problem-reports",
	changes: ["ProblemReport/LIST"],
	refetchOnFailure: ["ProblemReport/LIST"]
};
// frontend/src/data/problemReports/reportBody.ts
/** Null until the dialog loads its code. */
var makeBody = null;
/** Made when the request is sent: as an argument of the call, the log would become a part of the next log. */
var reportBodyOf = (sentence) => makeBody?.(sentence);
var { useReportProblemMutation, useListProblemReportsQuery, useLazyGetProblemReportQuery } = api.injectEndpoints({ endpoints: (build) => ({
	reportProblem: mutation(build, reportProblem, { args: ({ sentence }) => ({ body: reportBodyOf(sentence) }) }),
	listProblemReports: query(build, listProblemReports, { provides: ["ProblemReport/LIST"] }),
	getProblemReport: query(build, getProblemReport, { keepUnusedDataFor: 0 })
}) });
// contracts/src/calls/queue.ts
var listCalendar = {
	method: "POST",
	path: "/queue/calendar"
};
var listCalendarPages = { path: "/queue/calendar/pages" };
var queueInfo = { path: "/queue/info" };
var queueStatus = { path: "/queue/status" };
var startQueue = {
	method: "POST",
	path: "/queue/start",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	],
	refetchOnFailure: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var stopQueue = {
	method: "POST",
	path: "/queue/stop",
	changes: [
		"Task",
		"Assistant/LIST",
		"Queue"
	],
	refetchOnFailure: [
		"Task",
		"Assistant/LIST",
		"Queue"
	]
};
var { useQueueInfoQuery, useQueueStatusQuery, useListCalendarPagesQuery, useListCalendarQuery, useStartQueueMutation, useStopQueueMutation } = api.injectEndpoints({ endpoints: (build) => ({
	queueInfo: query(build, queueInfo, { provides: ["Queue"] }),
	queueStatus: query(build, queueStatus, { provides: ["Queue"] }),
	listCalendarPages: query(build, listCalendarPages, {
		args: ({ assistantId, ...range }) => ({
			...range,
			assistant_id: assistantId
		}),
		provides: ["Queue"]
	}),
	listCalendar: query(build, listCalendar, { provides: ["Queue"] }),
	startQueue: mutation(build, startQueue),
	stopQueue: mutation(build, stopQueue)
}) });
var { useListSessionsQuery, useEndSessionMutation } = api.injectEndpoints({ endpoints: (build) => ({
	listSessions: query(build, listSessions, { provides: ["Session/LIST"] }),
	endSession: mutation(build, endSession)
}) });
// contracts/src/calls/account.ts
var eraseAccount = {
	method: "POST",
	path: "/account/erasure"
};
var getAccountExport = { path: "/account/export" };
var openAccountExport = {
	method: "POST",
	path: "/account/export/ticket",
	refetchOnFailure: ["AccountExport/LIST"]
};
var requestAccountExport = {
	method: "POST",
	path: "/account/export",
	changes: ["AccountExport/LIST"],
	refetchOnFailure: ["AccountExport/LIST"]
};
var { useGetAccountExportQuery, useRequestAccountExportMutation, useOpenAccountExportMutation, useEraseAccountMutation } = api.injectEndpoints({ endpoints: (build) => ({
	getAccountExport: query(build, getAccountExport, { provides: ["AccountExport/LIST"] }),
	requestAccountExport: mutation(build, requestAccountExport),
	openAccountExport: mutation(build, openAccountExport),
	eraseAccount: mutation(build, eraseAccount)
}) });
// frontend/src/telegram/webApp.ts
var state = {
	webApp: null,
	theme: null
};
var listeners = /* @__PURE__ */ new Set();
var subscribeToTelegram = (listener) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};
var currentWebApp = () => state.webApp;
// frontend/src/telegram/closingConfirmation.ts
var unsaved = /* @__PURE__ */ new Set();
var isAsking = false;
function updateTelegram() {
	const webApp = currentWebApp();
	const shouldAsk = unsaved.size > 0;
	if (!webApp?.isVersionAtLeast("6.2") || shouldAsk === isAsking) return;
	isAsking = shouldAsk;
	if (shouldAsk) webApp.enableClosingConfirmation();
	else webApp.disableClosingConfirmation();
}
/** While any owner has unsaved edits, Telegram asks before it closes the app. `owner` identifies the caller. */
function setUnsaved(owner, isUnsaved) {
	if (isUnsaved) unsaved.add(owner);
	else unsaved.delete(owner);
	updateTelegram();
}
subscribeToTelegram(updateTelegram);
// frontend/src/data/drafts/chosenFiles.ts
/** The files of flyers that are not uploaded yet, by `PendingFlyer.key`. A `File` cannot be in the Redux store. */
var files = /* @__PURE__ */ new Map();
function removeFile(key, previewUrl) {
	files.delete(key);
	URL.revokeObjectURL(previewUrl);
}
var fileOf = (key) => files.get(key);
// frontend/src/data/drafts/draft.ts
var EMPTY = {
	pending: {},
	inFlight: null,
	failure: null,
	lastResponse: null,
	isJustSaved: false,
	version: 0
};
var isEmpty = (patch) => Object.keys(patch).length === 0;
/** All unsaved edits. Newer edits replace older ones. */
var unsavedOf = (draft) => ({
	...draft?.inFlight,
	...draft?.pending
});
var hasUnsaved = (draft) => !isEmpty(unsavedOf(draft));
/** The draft after an edit. */
var afterEdit = (draft = EMPTY, patch) => ({
	...draft,
	pending: {
		...draft.pending,
		...patch
	},
	failure: null,
	isJustSaved: false,
	version: draft.version + 1
});
/** The draft when a save starts. */
var afterSend = (draft) => ({
	...draft,
	pending: {},
	inFlight: draft.pending,
	failure: null,
	isJustSaved: false,
	version: draft.version + 1
});
/** The draft after a successful save. */
var afterSave = (draft, response) => ({
	...draft,
	inFlight: null,
	lastResponse: response,
	isJustSaved: isEmpty(draft.pending)
});
/** The draft after a failed save. The next save sends its edits again. */
function afterFailure(draft, error) {
	const patch = draft.inFlight ?? {};
	return {
		...draft,
		pending: {
			...withoutRefusedPreset(patch, error?.status ?? 0),
			...draft.pending
		},
		inFlight: null,
		failure: {
			error,
			patch
		}
	};
}
/**
* After a 4xx response, removes the preset and its rules from the edits. The preset may be the cause, for example if it
* was deleted. Then every later save would be refused too. 401 and 429 do not depend on the edits.
*/
function withoutRefusedPreset(patch, status) {
	if (!(status >= 400 && status < 500 && status !== 401 && status !== 429) || !patch.preset_id) return patch;
	const { preset_id: _id, preset_name: _name, posting_rules: _rules, ...others } = patch;
	return others;
}
// frontend/src/data/drafts/sendWithProgress.ts
/** Like `fetch`, with upload progress, which `fetch` does not report. Not in `baseQuery.ts`, which every first load has. */
var sendWithProgress = (address, { method, headers, body, signal }, onProgress) => new Promise((resolve, reject) => {
	const request = new XMLHttpRequest();
	request.open(method, address);
	for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
	request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
	request.onload = () => {
		const headers = ["Content-Length", "X-Request-Id"].flatMap((name) => {
			const value = request.getResponseHeader(name);
			return value === null ? [] : [[name, value]];
		});
		const text = request.status === 204 ? null : request.responseText;
		resolve(new Response(text, {
			status: request.status,
			headers
		}));
	};
	request.onerror = () => reject(/* @__PURE__ */ new TypeError("Failed to fetch"));
	signal.addEventListener("abort", () => {
		request.abort();
		reject(signal.reason);
	});
	request.send(body ?? null);
});
// frontend/src/data/drafts/uploadProgress.ts
/** Upload progress of each flyer's file in whole percent, by the flyer's key; null before its upload begins. */
var uploadProgressed = createAction("drafts/uploadProgressed");
/** The body of an upload, and the report of its progress when a whole percent changes. */
var uploadRequest = (upload) => ({
	body: uploadForm(upload),
	...progressOf(upload)
});
function uploadForm({ flyers }) {
	const form = new FormData();
	for (const { key, description } of flyers) {
		const file = fileOf(key);
		if (!file) continue;
		form.append("images", file);
		form.append("descriptions", description);
	}
	return form;
}
function progressOf({ id, flyers }) {
	const files = flyers.flatMap(({ key }) => fileOf(key) ?? []);
	if (files.length === 0) return {};
	const sizes = files.map(({ size }) => size);
	let last = [];
	return {
		send: sendWithProgress,
		onProgress: (sent) => {
			const percents = uploadPercents(sizes, sent);
			if (sameJson(percents, last)) return null;
			last = percents;
			return uploadProgressed({
				assistantId: id,
				percents: Object.fromEntries(flyers.map(({ key }, index) => [key, percents[index] ?? null]))
			});
		}
	};
}
/** Percent of each file. Files of `sizes` bytes are sent in order; `sent` is the sent share of all, from 0 to 1. */
function uploadPercents(sizes, sent) {
	let rest = sizes.reduce((sum, size) => sum + size, 0) * sent;
	return sizes.map((size, index) => {
		const sentOfThis = Math.min(rest, size);
		const hasBegun = index === 0 || rest > 0;
		rest -= sentOfThis;
		if (!hasBegun) return null;
		return Math.floor((size === 0 ? sent : sentOfThis / size) * 100);
	});
}
// frontend/src/data/drafts/draftsSlice.ts
var settingsKey = (assistantId) => `settings/${assistantId}`;
var textKey = (taskId) => `text/${taskId}`;
var NO_UPLOADS = {
	pending: [],
	refused: []
};
/** HTTP statuses that may be caused by one file of several. */
var FILE_ERROR_STATUSES = [
	413,
	415,
	422
];
var keysOf = (flyers) => flyers.map(({ key }) => key);
var keyOf = ({ arg }) => (arg.endpointName === "updateAssistant" ? settingsKey : textKey)(arg.originalArgs.id);
function changeDraft(state, key, change) {
	const draft = state.edits[key];
	if (draft) state.edits[key] = change(draft);
}
function changeFlyers(state, assistantId, keys, change) {
	for (const flyer of state.uploads[assistantId]?.pending ?? []) if (keys.includes(flyer.key)) Object.assign(flyer, change(flyer));
}
function removeFlyers(state, assistantId, keys) {
	const uploads = state.uploads[assistantId];
	if (!uploads) return;
	state.uploads[assistantId] = {
		...uploads,
		pending: uploads.pending.filter(({ key }) => !keys.includes(key))
	};
}
/** Edits and uploads that the server does not have yet. `draftListeners.ts` sends them. */
var draftsSlice = createSlice({
	name: "drafts",
	initialState: NO_DRAFTS,
	reducers: {
		/** Saved after the debounce. An urgent edit is saved at once, with all other edits of its assistant or flyer. */
		draftEdited: (state, { payload }) => {
			state.edits[payload.key] = afterEdit(state.edits[payload.key], payload.patch);
		},
		/** Saves these drafts without the debounce. */
		saveRequested: (_state, _action) => {},
		savedNoteEnded: (state, { payload }) => {
			changeDraft(state, payload.key, (draft) => ({
				...draft,
				isJustSaved: false
			}));
		},
		flyersAdded: (state, { payload: { assistantId, flyers, refused } }) => {
			const { pending } = state.uploads[assistantId] ?? NO_UPLOADS;
			const added = flyers.map((flyer) => ({
				...flyer,
				description: "",
				phase: "waiting",
				percent: null,
				error: null,
				isAlone: false
			}));
			state.uploads[assistantId] = {
				pending: [...pending, ...added],
				refused: [...refused]
			};
		},
		flyerDescribed: (state, { payload }) => {
			changeFlyers(state, payload.assistantId, [payload.key], () => ({ description: payload.description }));
		},
		flyerRetried: (state, { payload }) => {
			changeFlyers(state, payload.assistantId, [payload.key], () => ({
				phase: "waiting",
				error: null
			}));
		},
		flyerRemoved: (state, { payload }) => {
			removeFlyers(state, payload.assistantId, [payload.key]);
		},
		draftsDiscarded: () => NO_DRAFTS
	},
	extraReducers: (builder) => {
		const { updateAssistant, deleteAssistant } = assistantsApi.endpoints;
		const { updateTask, deleteTask, uploadTasks } = tasksApi.endpoints;
		builder.addCase(sessionEnded, () => NO_DRAFTS).addCase(uploadProgressed, (state, { payload: { assistantId, percents } }) => {
			changeFlyers(state, assistantId, Object.keys(percents), ({ key }) => ({ percent: percents[key] ?? null }));
		}).addMatcher(isAnyOf(updateAssistant.matchPending, updateTask.matchPending), (state, { meta }) => {
			changeDraft(state, keyOf(meta), afterSend);
		}).addMatcher(isAnyOf(updateAssistant.matchFulfilled, updateTask.matchFulfilled), (state, { meta, payload }) => {
			changeDraft(state, keyOf(meta), (draft) => afterSave(draft, payload));
		}).addMatcher(isAnyOf(updateAssistant.matchRejected, updateTask.matchRejected), (state, { meta, payload }) => {
			changeDraft(state, keyOf(meta), (draft) => afterFailure(draft, payload));
		}).addMatcher(deleteAssistant.matchFulfilled, (state, { meta }) => {
			const { id } = meta.arg.originalArgs;
			delete state.edits[settingsKey(id)];
			delete state.uploads[id];
		}).addMatcher(deleteTask.matchFulfilled, (state, { meta }) => {
			const { id } = meta.arg.originalArgs;
			delete state.edits[textKey(id)];
			delete state.cardKeys[id];
		}).addMatcher(uploadTasks.matchPending, (state, { meta }) => {
			const { id, flyers } = meta.arg.originalArgs;
			const keys = keysOf(flyers);
			changeFlyers(state, id, keys, ({ key }) => ({
				phase: "uploading",
				percent: key === keys[0] ? 0 : null
			}));
		}).addMatcher(uploadTasks.matchFulfilled, (state, { meta, payload }) => {
			const { id, flyers } = meta.arg.originalArgs;
			for (const [index, { key, description }] of flyers.entries()) {
				const task = payload[index];
				const flyer = state.uploads[id]?.pending.find((one) => one.key === key);
				if (!task || !flyer) continue;
				state.cardKeys[task._id] = key;
				if (flyer.description !== description) state.edits[textKey(task._id)] = afterEdit(void 0, { description: flyer.description });
			}
			removeFlyers(state, id, keysOf(flyers));
		}).addMatcher(uploadTasks.matchRejected, (state, { meta, payload }) => {
			const { id, flyers } = meta.arg.originalArgs;
			const error = payload;
			const mayBeOneFile = flyers.length > 1 && error !== void 0 && FILE_ERROR_STATUSES.includes(error.status);
			changeFlyers(state, id, keysOf(flyers), () => mayBeOneFile ? {
				phase: "waiting",
				percent: null,
				isAlone: true
			} : {
				phase: "failed",
				percent: null,
				error
			});
		});
	}
});
var { draftEdited, saveRequested, savedNoteEnded, flyersAdded, flyerDescribed, flyerRetried, flyerRemoved, draftsDiscarded } = draftsSlice.actions;
var selectUploads = (state, assistantId) => state.drafts.uploads[assistantId] ?? NO_UPLOADS;
// frontend/src/data/drafts/hasUnsavedWork.ts
var selectHasUnsavedWork = ({ drafts }) => Object.values(drafts.edits).some(hasUnsaved) || Object.values(drafts.uploads).some(({ pending }) => pending.length > 0);
// frontend/src/data/drafts/draftListeners.ts
/** These calls have no cache entry, because the slices read the actions. */
var UNTRACKED = { track: false };
/**
* Sends drafts to the server: edits after a debounce, with one request at a time for each assistant or flyer, and files
* in batches.
*/
function createDraftListeners() {
	const { middleware, startListening } = createListenerMiddleware();
	startListening({
		actionCreator: draftEdited,
		effect: async ({ payload: { key, isUrgent } }, listener) => {
			if (!isUrgent && !await isStillNewest(key, 1500, listener)) return;
			await save(key, listener);
		}
	});
	startListening({
		actionCreator: saveRequested,
		effect: async ({ payload: { keys } }, listener) => {
			await Promise.all(keys.map((key) => save(key, listener)));
		}
	});
	startListening({
		matcher: isAnyOf(flyersAdded, flyerRetried),
		effect: ({ payload }, listener) => uploadWaiting(payload.assistantId, listener)
	});
	startListening({
		predicate: (_action, now, before) => now.drafts.uploads !== before.drafts.uploads,
		effect: (_action, { getState, getOriginalState }) => {
			const pendingKeys = new Set(pendingFlyers(getState()).map(({ key }) => key));
			for (const { key, previewUrl } of pendingFlyers(getOriginalState())) if (!pendingKeys.has(key)) removeFile(key, previewUrl);
		}
	});
	startListening({
		predicate: (_action, now, before) => now.drafts !== before.drafts && selectHasUnsavedWork(now) !== selectHasUnsavedWork(before),
		effect: (_action, { getState }) => {
			const isUnsaved = selectHasUnsavedWork(getState());
			window[isUnsaved ? "addEventListener" : "removeEventListener"]("beforeunload", askBeforeClosing);
			setUnsaved(askBeforeClosing, isUnsaved);
		}
	});
	return middleware;
}
var askBeforeClosing = (event) => event.preventDefault();
var pendingFlyers = ({ drafts }) => Object.values(drafts.uploads).flatMap(({ pending }) => pending);
/** Waits `ms` and returns whether the draft was neither edited nor sent in this time. */
async function isStillNewest(key, ms, { getState, delay }) {
	const version = getState().drafts.edits[key]?.version;
	await delay(ms);
	return version !== void 0 && getState().drafts.edits[key]?.version === version;
}
async function save(key, listener) {
	const { dispatch, getState, condition } = listener;
	const draft = () => getState().drafts.edits[key];
	while (draft()?.inFlight) {
		await condition(() => !draft()?.inFlight);
		if (draft()?.failure) return;
	}
	const body = draft()?.pending ?? {};
	if (Object.keys(body).length === 0) return;
	const id = key.slice(key.indexOf("/") + 1);
	if (key.startsWith("settings/")) await dispatch(assistantsApi.endpoints.updateAssistant.initiate({
		id,
		body
	}, UNTRACKED));
	else {
		const { description = "" } = body;
		await dispatch(tasksApi.endpoints.updateTask.initiate({
			id,
			body: { description }
		}, UNTRACKED));
	}
	if (draft()?.isJustSaved && await isStillNewest(key, 1500, listener)) dispatch(savedNoteEnded({ key }));
}
/** The flyers of the next request: as many as a request may have, or one whose request with others was refused. */
function nextBatch(flyers) {
	if (flyers.some(({ phase }) => phase === "uploading")) return [];
	const waiting = flyers.filter(({ phase }) => phase === "waiting");
	const [first] = waiting;
	if (!first || first.isAlone) return waiting.slice(0, 1);
	return waiting.filter(({ isAlone }) => !isAlone).slice(0, 20);
}
/** Uploads one assistant's files in order. The responses contain the new tasks; only the counts are fetched again. */
async function uploadWaiting(assistantId, { dispatch, getState }) {
	let isAnyStored = false;
	for (;;) {
		const batch = nextBatch(selectUploads(getState(), assistantId).pending);
		if (batch.length === 0) break;
		const flyers = batch.map(({ key, description }) => ({
			key,
			description
		}));
		const { data = [] } = await dispatch(tasksApi.endpoints.uploadTasks.initiate({
			id: assistantId,
			flyers
		}, UNTRACKED));
		isAnyStored ||= data.length > 0;
		dispatch(saveRequested({ keys: data.map((task) => textKey(task._id)) }));
	}
	if (isAnyStored) dispatch(api.util.invalidateTags([{
		type: "Assistant",
		id: "LIST"
	}]));
}
// frontend/src/data/drafts/drafts.ts
setDraftsCode({
	reducer: draftsSlice.reducer,
	createListeners: createDraftListeners
});
setUploadCode(uploadRequest);
// frontend/src/replay/log/allEndpoints.ts
var isKnownEndpoint = (name) => name in api.endpoints;
// frontend/src/replay/fold/ReplayedLog.ts
/** The moment after an action. It is the same in every browser and in Node, at any time and in any time zone. */
var momentAfter = ({ state, address, nowMs }, { action }) => ({
	state: rootReducer(state, action),
	address: navigationChanged.match(action) ? action.payload.address : address,
	nowMs: clockTicked.match(action) ? action.payload.nowMs : nowMs
});
/** A log with the moment after each of its actions. */
var ReplayedLog = class {
	log;
	/** By position. The states share their unchanged parts. */
	moments;
	/** @throws Error that names the action which the reducers could not apply */
	constructor(log) {
		this.log = log;
		let moment = log.base;
		this.moments = [moment];
		for (const [index, entry] of log.entries.entries()) {
			try {
				moment = momentAfter(moment, entry);
			} catch (cause) {
				const why = cause instanceof Error ? cause.message : String(cause);
				const which = `Action ${index + 1} (number ${entry.seq} of the recording, ${entry.action.type})`;
				throw new Error(`${which} cannot be applied: ${why}`, { cause });
			}
			this.moments.push(moment);
		}
	}
	get length() {
		return this.log.entries.length;
	}
	/** The moment after `position` actions; 0 is the start of the log. */
	momentAt(position) {
		return this.moments[Math.max(0, Math.min(position, this.length))] ?? this.log.base;
	}
	/** The action that led to a position; undefined at the start. */
	entryAt(position) {
		return this.log.entries[position - 1];
	}
};
// frontend/src/replay/log/logFormat.ts
var LOG_FORMAT = "flyerdeck.action-log";
// frontend/src/replay/log/logSchema.ts
/** An object with at least these properties. More are allowed, because the state grows with every release. */
var open = (properties) => Type.Object(properties, { additionalProperties: true });
var nullable = (schema) => Type.Union([schema, Type.Null()]);
var rows = (more = {}) => open({
	ids: Type.Array(Type.String()),
	entities: Type.Record(Type.String(), open({})),
	...more
});
var AppState = open({
	session: open({
		status: Type.Union([
			Type.Literal("loading"),
			Type.Literal("authenticated"),
			Type.Literal("anonymous")
		]),
		user: nullable(open({
			telegram_id: Type.String(),
			is_admin: Type.Boolean()
		})),
		insideMiniApp: Type.Boolean(),
		signInFailure: nullable(open({ kind: Type.String() }))
	}),
	pages: rows({
		pickerGuids: Type.Array(Type.String()),
		tags: Type.Array(Type.String()),
		tagEdits: Type.Array(open({ requestId: Type.String() }))
	}),
	assistants: rows(),
	tasks: rows({
		queueOrder: Type.Record(Type.String(), Type.Array(Type.String())),
		moves: Type.Array(open({ requestId: Type.String() }))
	}),
	presets: rows(),
	credits: open({}),
	drafts: open({
		edits: Type.Record(Type.String(), open({ pending: open({}) })),
		uploads: Type.Record(Type.String(), open({
			pending: Type.Array(open({})),
			refused: Type.Array(Type.String())
		})),
		cardKeys: Type.Record(Type.String(), Type.String())
	}),
	ui: open({}),
	api: open({
		queries: Type.Record(Type.String(), open({})),
		mutations: Type.Record(Type.String(), open({})),
		provided: open({}),
		subscriptions: Type.Record(Type.String(), open({})),
		config: open({ reducerPath: Type.Literal("api") })
	})
});
var LogEntry = Type.Object({
	seq: Type.Integer({ minimum: 1 }),
	at: Type.Number({ minimum: 0 }),
	action: open({ type: Type.String({ minLength: 1 }) })
}, { additionalProperties: false });
/** The JSON Schema of an action log. Unknown properties are allowed only in the state and in actions. */
var ActionLogSchema = Type.Object({
	format: Type.Literal(LOG_FORMAT),
	version: Type.Literal(3),
	buildId: Type.String(),
	savedAt: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T" }),
	timeZone: Type.String(),
	language: Type.String(),
	base: Type.Object({
		state: AppState,
		address: Type.String({ pattern: "^/" }),
		nowMs: Type.Number({ minimum: 0 })
	}, { additionalProperties: false }),
	entries: Type.Array(LogEntry)
}, {
	$id: "action-log.v3.json",
	title: "Action log",
	additionalProperties: false
});
// frontend/src/replay/log/migrateLog.ts
/** In version 1 drafts were not in the store, and an upload did not name its flyers. */
var fromVersion1 = ({ base, entries, ...log }) => ({
	...log,
	base: {
		...base,
		state: {
			drafts: NO_DRAFTS,
			...base?.state
		}
	},
	entries: Array.isArray(entries) ? entries.map(withoutUploadedFiles) : entries
});
/** Until version 2 the store did not contain what was open. */
var fromVersion2 = ({ base, ...log }) => ({
	...log,
	version: 3,
	base: {
		...base,
		state: {
			ui: {},
			...base?.state
		}
	}
});
function withoutUploadedFiles(entry) {
	const { action } = entry;
	const { meta } = action ?? {};
	if (meta?.arg?.endpointName !== "uploadTasks") return entry;
	const originalArgs = {
		...meta.arg.originalArgs,
		flyers: []
	};
	return {
		...entry,
		action: {
			...action,
			meta: {
				...meta,
				arg: {
					...meta.arg,
					originalArgs
				}
			}
		}
	};
}
/** Converts an older log to the current version. @throws Error with the sentence to show */
function migrateLog(given) {
	const log = given;
	if (log?.format !== "flyerdeck.action-log") throw new Error("This file is no action log of Flyerdeck.");
	const { version } = log;
	if (typeof version !== "number" || !Number.isInteger(version)) throw new Error("The action log does not say its version.");
	if (version > 3) throw new Error(`The action log has version ${version} and this build reads 3: replay it with a newer build.`);
	if (version < 1) throw new Error(`The action log has version ${version}, which this build (version 3) cannot read any more: replay it with the build that recorded it.`);
	if (version === 3) return log;
	return fromVersion2(version === 1 ? fromVersion1(log) : log);
}
// frontend/src/replay/log/reportFile.ts
/** A report of a problem as admins download it: an action log with what the report says about it. */
var REPORT_FORMAT = "flyerdeck.problem-report";
var isReportFile = (file) => file?.format === REPORT_FORMAT;
// frontend/src/replay/log/readLog.ts
var nameOf = (entry, index) => `Action ${index + 1}${entry?.seq === void 0 ? "" : ` (number ${entry.seq} of the recording)`}`;
function sentenceOf({ path, message }, log) {
	const why = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
	const [, index, within] = /^\/entries\/(\d+)(?:\/(.*))?$/.exec(path) ?? [];
	if (index === void 0) return `The action log is not valid at ${path || "/"}: ${why}.`;
	const entry = log.entries[Number(index)];
	return `${nameOf(entry, Number(index))} is not valid${within ? ` at ${within}` : ""}: ${why}.`;
}
/** Checks that the schema can not do: the order of actions, and the payloads of navigations, clock ticks and calls. */
function problemOf({ seq, at, action }, previous) {
	if (previous && seq !== previous.seq + 1) return `has to be number ${previous.seq + 1}: an action is missing or twice there`;
	if (previous && at < previous.at) return "is older than the one before it";
	if (navigationChanged.match(action) && !String(action.payload?.address ?? "").startsWith("/")) return "is a navigation without an address";
	if (clockTicked.match(action) && !Number.isFinite(action.payload?.nowMs)) return "is a tick of the clock without a time";
	if (/^api\/execute/.test(action.type)) {
		const endpoint = action.meta?.arg?.endpointName;
		if (typeof endpoint !== "string") return "is a call that does not say what it called";
		if (!isKnownEndpoint(endpoint)) return `is a call of ${endpoint}, which this build does not have`;
	}
	return null;
}
/** Parses and checks a log, also the one of a problem report. Its actions are not executed. @throws Error with the sentence to show */
function readLog(text) {
	let json;
	try {
		json = JSON.parse(text);
	} catch {
		throw new Error("This file is not JSON.");
	}
	const log = migrateLog(isReportFile(json) ? json.log : json);
	if (!Value.Check(ActionLogSchema, log)) {
		const error = Value.Errors(ActionLogSchema, log).First();
		throw new Error(error ? sentenceOf(error, log) : "The action log is not valid.");
	}
	const known = log;
	for (const [index, entry] of known.entries.entries()) {
		const problem = problemOf(entry, known.entries[index - 1]);
		if (problem) throw new Error(`${nameOf(entry, index)} ${problem}.`);
	}
	return known;
}
export { currentWebApp as a, rootReducer as c, draftsMiddleware as d, api as f, ReplayedLog as i, uiChanged as l, errorCode as m, isReportFile as n, clockTicked as o, sessionEnded as p, LOG_FORMAT as r, navigationChanged as s, readLog as t, sessionApi as u };
