import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Opens an antd Select and returns its options. */
export async function openSelect(label: string): Promise<readonly HTMLElement[]> {
  const box = screen.getByRole('combobox', { name: label });
  if (box.getAttribute('aria-expanded') !== 'true') await userEvent.click(box);
  return [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
}

/** Chooses an option of an antd Select by its text. */
export async function choose(label: string, text: string): Promise<void> {
  const option = (await openSelect(label)).find(({ textContent }) => textContent === text);
  if (!option) throw new Error(`${label} has no option ${text}.`);
  await userEvent.click(option);
}
