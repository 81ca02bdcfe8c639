import { Autosave } from './Autosave.ts';

interface Settings {
  name: string;
  hours: number;
  preset: string | null;
}

interface Call {
  patch: Partial<Settings>;
  answer: (value: string) => Promise<void>;
  refuse: (error: unknown) => Promise<void>;
}

/** A server that answers when the test says so. */
function buildAutosave(keepAfterFailure?: (patch: Partial<Settings>) => Partial<Settings>) {
  const calls: Call[] = [];
  const autosave = new Autosave<Settings, string>({
    save: (patch) =>
      new Promise((resolve, reject) => {
        const settle = async (act: () => void) => {
          act();
          await jest.advanceTimersByTimeAsync(0);
        };
        calls.push({
          patch,
          answer: (value) => settle(() => resolve(value)),
          refuse: (error) => settle(() => reject(error)),
        });
      }),
    ...(keepAfterFailure ? { keepAfterFailure } : {}),
  });
  const call = (place: number): Call => {
    const found = calls[place];
    if (!found) throw new Error(`There was no save number ${place}`);
    return found;
  };
  return { autosave, calls, call };
}

describe('Autosave', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('saves once, 1.5 seconds after the last of several edits', () => {
    const { autosave, calls } = buildAutosave();
    autosave.edit({ name: 'A' });
    jest.advanceTimersByTime(1_400);
    autosave.edit({ hours: 2 });
    jest.advanceTimersByTime(1_499);
    expect(calls).toHaveLength(0);
    jest.advanceTimersByTime(1);
    expect(calls.map(({ patch }) => patch)).toEqual([{ name: 'A', hours: 2 }]);
  });

  it('saves at once on demand and takes the waiting edits along', () => {
    const { autosave, calls } = buildAutosave();
    autosave.edit({ name: 'A' });
    void autosave.saveNow({ hours: 3 });
    expect(calls.map(({ patch }) => patch)).toEqual([{ name: 'A', hours: 3 }]);
    jest.advanceTimersByTime(10_000);
    expect(calls).toHaveLength(1);
  });

  it("says 'saved' for 1.5 seconds after the answer", async () => {
    const { autosave, call } = buildAutosave();
    void autosave.saveNow({ name: 'A' });
    expect(autosave.getState().phase).toBe('saving');
    await call(0).answer('stored');
    expect(autosave.getState()).toMatchObject({ phase: 'saved', lastAnswer: 'stored', unsaved: {} });
    jest.advanceTimersByTime(1_499);
    expect(autosave.getState().phase).toBe('saved');
    jest.advanceTimersByTime(1);
    expect(autosave.getState().phase).toBe('clean');
  });

  it('keeps an edit made while a save is in flight on top of its answer, and saves it after its own quiet period', async () => {
    const { autosave, calls, call } = buildAutosave();
    void autosave.saveNow({ name: 'A' });
    autosave.edit({ name: 'AB' });
    expect(autosave.getState().unsaved).toEqual({ name: 'AB' });
    await call(0).answer('A stored');
    expect(autosave.getState()).toMatchObject({ unsaved: { name: 'AB' }, phase: 'quiet' });
    expect(calls).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(call(1).patch).toEqual({ name: 'AB' });
    await call(1).answer('AB stored');
    expect(autosave.getState()).toMatchObject({ unsaved: {}, phase: 'saved' });
  });

  it('never has two saves in flight: a second one waits for the first', async () => {
    const { autosave, calls, call } = buildAutosave();
    void autosave.saveNow({ hours: 1 });
    void autosave.saveNow({ hours: 2 });
    expect(calls).toHaveLength(1);
    await call(0).answer('1');
    expect(calls.map(({ patch }) => patch)).toEqual([{ hours: 1 }, { hours: 2 }]);
  });

  it('answers a flush only when everything edited before it is stored', async () => {
    const { autosave, call } = buildAutosave();
    void autosave.saveNow({ hours: 1 });
    autosave.edit({ name: 'late' });
    let stored: boolean | null = null;
    void autosave.flush().then((result) => {
      stored = result;
    });
    await call(0).answer('1');
    expect(stored).toBeNull();
    await call(1).answer('2');
    expect(stored).toBe(true);
  });

  it('answers a flush at once when there is nothing to save', async () => {
    const { autosave, calls } = buildAutosave();
    await expect(autosave.flush()).resolves.toBe(true);
    expect(calls).toHaveLength(0);
  });

  it('keeps the edits of a failed save, under any newer ones, and sends them again with the next', async () => {
    const { autosave, call } = buildAutosave();
    const saved = autosave.saveNow({ name: 'A', hours: 1 });
    autosave.edit({ hours: 2 });
    await call(0).refuse('offline');
    await expect(saved).resolves.toBe(false);
    expect(autosave.getState()).toMatchObject({
      phase: 'failed',
      failure: { error: 'offline', patch: { name: 'A', hours: 1 } },
      unsaved: { name: 'A', hours: 2 },
    });
    await jest.advanceTimersByTimeAsync(1_500);
    expect(call(1).patch).toEqual({ name: 'A', hours: 2 });
    expect(autosave.getState().failure).toBeNull();
  });

  it('lets go of the edits that are not worth sending again', async () => {
    const { autosave, call } = buildAutosave(({ preset: _, ...others }) => others);
    void autosave.saveNow({ name: 'A', preset: 'gone' });
    await call(0).refuse('no such preset');
    expect(autosave.getState()).toMatchObject({ phase: 'failed', unsaved: { name: 'A' } });
  });

  it('sends nothing more of a thing that was discarded', () => {
    const { autosave, calls } = buildAutosave();
    autosave.edit({ name: 'A' });
    autosave.discard();
    jest.advanceTimersByTime(5_000);
    expect(calls).toHaveLength(0);
    expect(autosave.getState().unsaved).toEqual({});
  });
});
