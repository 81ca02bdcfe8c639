import { useId, useState } from 'react';
import { formatResetList, parseResetList } from '../../../lib/parseResetList.ts';
import { sameJson } from '../../../lib/sameJson.ts';
import fields from '../../../ui/fields.module.css';
import type { SettingsDraft } from './useSettingsDraft.ts';

/** Shows the typed text until the field loses the focus, then the parsed list. */
export function ResetListField({ draft }: { readonly draft: SettingsDraft }) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const lengths = draft.settings.reset_after_posts_list;

  const type = (text: string) => {
    setTyped(text);
    const parsed = parseResetList(text);
    if (!sameJson(parsed, lengths)) draft.changeResetList(parsed);
  };

  return (
    <div className={fields.field}>
      <label htmlFor={id}>Reset timer after posts</label>
      <input
        id={id}
        className={fields.input}
        placeholder="example 10,5,20"
        aria-describedby={`${id}-hint`}
        value={typed ?? formatResetList(lengths)}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          setTyped(null);
          draft.saveNow();
        }}
      />
      <span id={`${id}-hint`} className={fields.hint}>
        The delays start anew after so many flyers, then after so many more.
      </span>
    </div>
  );
}
