/** Theme parameters of Telegram's own clients. Some colours have too little contrast. */
export const TELEGRAM_THEMES = {
  light: {
    bg_color: '#ffffff',
    secondary_bg_color: '#f0f0f5',
    text_color: '#000000',
    hint_color: '#999999',
    link_color: '#2481cc',
    button_color: '#2481cc',
    button_text_color: '#ffffff',
    header_bg_color: '#ffffff',
    accent_text_color: '#2481cc',
    section_bg_color: '#ffffff',
    section_header_text_color: '#6d6d71',
    subtitle_text_color: '#999999',
    destructive_text_color: '#ff3b30',
    section_separator_color: '#eaeaea',
    bottom_bar_bg_color: '#ffffff',
  },
  dark: {
    bg_color: '#17212b',
    secondary_bg_color: '#232e3c',
    text_color: '#f5f5f5',
    hint_color: '#708499',
    link_color: '#6ab3f3',
    button_color: '#5288c1',
    button_text_color: '#ffffff',
    header_bg_color: '#17212b',
    accent_text_color: '#6ab2f2',
    section_bg_color: '#17212b',
    section_header_text_color: '#6ab3f3',
    subtitle_text_color: '#708499',
    destructive_text_color: '#ec3942',
    section_separator_color: '#111921',
    bottom_bar_bg_color: '#17212b',
  },
} as const;

export type TelegramScheme = keyof typeof TELEGRAM_THEMES;
