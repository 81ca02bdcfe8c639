import type { SitePack, SitePackNames, SitePackStep, StepOf } from './sitePack.ts';

/** A kind that a pack has once at most, such as `publish`. */
export function stepOf<K extends SitePackStep['do']>(
  { steps }: Pick<SitePack, 'steps'>,
  kind: K,
): StepOf<K> | undefined {
  return steps.find((step): step is StepOf<K> => step.do === kind);
}

/** Every pack begins with the page of the new post. */
export const composerPath = (pack: Pick<SitePack, 'steps'>): string => stepOf(pack, 'open')?.path ?? '/';

const firstName = (names: SitePackNames) => Object.values(names)[0]?.[0] ?? '';

export function describeStep(step: SitePackStep): string {
  switch (step.do) {
    case 'open':
      return `open ${step.path}`;
    case 'press':
      return `press "${firstName(step.names)}"`;
    case 'fill':
      return step.what === 'title' ? 'write the title' : 'write the text';
    case 'attach':
      return 'add the image';
    case 'choose':
      return `choose "${firstName(step.names)}"`;
    case 'time':
      return 'set the time';
    case 'wait':
      return step.shown ? 'wait until something is shown' : 'wait until something is gone';
    case 'keep':
      return step.is ? `see that "${firstName(step.is)}" is chosen` : 'see that a field is empty';
    case 'publish':
      return `press "${firstName(step.names)}", which sends the post`;
    case 'confirm':
      return `confirm with "${firstName(step.names)}"`;
  }
}
