import { useState } from 'react';
import { formatResetList, parseResetList } from '../../../lib/parseResetList.ts';
import { sameJson } from '../../../lib/sameJson.ts';
import { InputField } from '../../../ui/LabelledFields.tsx';
import type { SettingsDraft } from './useSettingsDraft.ts';

/** Shows the typed text until the field loses the focus, then the parsed list. */
export function ResetListField({ draft }: { readonly draft: SettingsDraft }) {
  const [typed, setTyped] = useState<string | null>(null);
  const lengths = draft.settings.reset_after_posts_list;

  const type = (text: string) => {
    setTyped(text);
    const parsed = parseResetList(text);
    if (!sameJson(parsed, lengths)) draft.changeResetList(parsed);
  };

  return (
    <InputField
      label="Reset timer after posts"
      hint="The delays start anew after so many flyers, then after so many more."
      placeholder="example 10,5,20"
      value={typed ?? formatResetList(lengths)}
      onChange={type}
      onBlur={() => {
        setTyped(null);
        draft.saveNow();
      }}
    />
  );
}
