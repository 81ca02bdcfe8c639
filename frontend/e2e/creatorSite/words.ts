/** The languages of the site, its texts, and how it writes dates. The browser uses this file too. */
export type Language = 'en' | 'ru' | 'es';

interface Words {
  readonly logIn: string;
  readonly username: string;
  readonly password: string;
  readonly wrongLogin: string;
  readonly home: string;
  readonly notifications: string;
  readonly messages: string;
  readonly search: string;
  readonly yourPosts: string;
  readonly noPosts: string;
  readonly loading: string;
  readonly olderPosts: string;
  readonly showMore: string;
  readonly pinned: string;
  readonly delete: string;
  readonly newPost: string;
  readonly text: string;
  readonly addPhoto: string;
  readonly photo: string;
  readonly expiry: string;
  readonly noLimit: string;
  readonly schedule: string;
  readonly date: string;
  readonly time: string;
  readonly previous: string;
  readonly next: string;
  readonly hours: string;
  readonly minutes: string;
  readonly half: string;
  readonly save: string;
  readonly discard: string;
  readonly post: string;
  readonly live: string;
  readonly scheduled: string;
  readonly promote: string;
  readonly card: string;
  readonly writeMessage: string;
  readonly send: string;
  readonly expiresIn: (period: string) => string;
  readonly scheduledFor: (time: string) => string;
  readonly pay: (amount: string) => string;
  readonly uploadFailed: (status: number) => string;
  readonly failed: (status: number) => string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    logIn: 'Log in',
    username: 'Username',
    password: 'Password',
    wrongLogin: 'Wrong username or password.',
    home: 'Home',
    notifications: 'Notifications',
    messages: 'Messages',
    search: 'Search',
    yourPosts: 'Your posts',
    noPosts: 'No posts yet.',
    loading: 'Loading',
    olderPosts: 'Older posts',
    showMore: 'Show more',
    pinned: 'Pinned',
    delete: 'Delete',
    newPost: 'New post',
    text: 'Compose new post',
    addPhoto: 'Add photo',
    photo: 'Photo',
    expiry: 'Expiry',
    noLimit: 'No limit',
    schedule: 'Schedule',
    date: 'Date',
    time: 'Time',
    previous: 'Previous',
    next: 'Next',
    hours: 'Hours',
    minutes: 'Minutes',
    half: 'AM or PM',
    save: 'Save',
    discard: 'Discard',
    post: 'Post',
    live: 'Your post is live',
    scheduled: 'Your post is scheduled',
    promote: 'Promote your page',
    card: 'Card number',
    writeMessage: 'Write a message',
    send: 'Send',
    expiresIn: (period) => `Expires in ${period}`,
    scheduledFor: (time) => `Scheduled for ${time}`,
    pay: (amount) => `Pay ${amount}`,
    uploadFailed: (status) => `The upload failed (${status}).`,
    failed: (status) => `Something went wrong (${status}). Please try again.`,
  },
  ru: {
    logIn: 'Войти',
    username: 'Имя пользователя',
    password: 'Пароль',
    wrongLogin: 'Неверное имя пользователя или пароль.',
    home: 'Главная',
    notifications: 'Уведомления',
    messages: 'Сообщения',
    search: 'Поиск',
    yourPosts: 'Ваши публикации',
    noPosts: 'Публикаций пока нет.',
    loading: 'Загрузка',
    olderPosts: 'Более ранние',
    showMore: 'Показать полностью',
    pinned: 'Закреплено',
    delete: 'Удалить',
    newPost: 'Новая публикация',
    text: 'Напишите что-нибудь',
    addPhoto: 'Добавить фото',
    photo: 'Фото',
    expiry: 'Срок показа',
    noLimit: 'Без ограничения',
    schedule: 'Запланировать',
    date: 'Дата',
    time: 'Время',
    previous: 'Назад',
    next: 'Вперёд',
    hours: 'Часы',
    minutes: 'Минуты',
    half: 'Половина дня',
    save: 'Сохранить',
    discard: 'Удалить черновик',
    post: 'Опубликовать',
    live: 'Публикация размещена',
    scheduled: 'Публикация запланирована',
    promote: 'Продвижение страницы',
    card: 'Номер карты',
    writeMessage: 'Напишите сообщение',
    send: 'Отправить',
    expiresIn: (period) => `Срок показа: ${period}`,
    scheduledFor: (time) => `Запланировано: ${time}`,
    pay: (amount) => `Оплатить ${amount}`,
    uploadFailed: (status) => `Не удалось загрузить файл (${status}).`,
    failed: (status) => `Что-то пошло не так (${status}). Повторите попытку.`,
  },
  es: {
    logIn: 'Iniciar sesión',
    username: 'Nombre de usuario',
    password: 'Contraseña',
    wrongLogin: 'El nombre de usuario o la contraseña no son correctos.',
    home: 'Inicio',
    notifications: 'Notificaciones',
    messages: 'Mensajes',
    search: 'Buscar',
    yourPosts: 'Tus publicaciones',
    noPosts: 'Aún no hay publicaciones.',
    loading: 'Cargando',
    olderPosts: 'Publicaciones anteriores',
    showMore: 'Ver más',
    pinned: 'Fijada',
    delete: 'Eliminar',
    newPost: 'Nueva publicación',
    text: 'Escribe una publicación',
    addPhoto: 'Añadir foto',
    photo: 'Foto',
    expiry: 'Caducidad',
    noLimit: 'Sin límite',
    schedule: 'Programar',
    date: 'Fecha',
    time: 'Hora',
    previous: 'Anterior',
    next: 'Siguiente',
    hours: 'Horas',
    minutes: 'Minutos',
    half: 'a. m. o p. m.',
    save: 'Guardar',
    discard: 'Descartar',
    post: 'Publicar',
    live: 'Tu publicación ya está visible',
    scheduled: 'Tu publicación está programada',
    promote: 'Promociona tu página',
    card: 'Número de tarjeta',
    writeMessage: 'Escribe un mensaje',
    send: 'Enviar',
    expiresIn: (period) => `Caduca en ${period}`,
    scheduledFor: (time) => `Programada para el ${time}`,
    pay: (amount) => `Pagar ${amount}`,
    uploadFailed: (status) => `No se pudo subir el archivo (${status}).`,
    failed: (status) => `Se ha producido un error (${status}). Inténtalo de nuevo.`,
  },
};

export const EXPIRY_DAYS: readonly (number | null)[] = [1, 3, 7, 30, null];
export const MINUTES = Array.from({ length: 60 }, (_, minute) => String(minute).padStart(2, '0'));

export const expiryText = (language: Language, days: number | null) =>
  days === null
    ? WORDS[language].noLimit
    : new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);

export const payText = (language: Language) =>
  WORDS[language].pay(
    new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }).format(20),
  );

export const monthText = (language: Language, month: Date) =>
  month.toLocaleString(language, { month: 'long', year: 'numeric' });

export const dayText = (language: Language, day: Date) => day.toLocaleDateString(language, { dateStyle: 'full' });

export const momentText = (language: Language, at: Date) =>
  at.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });

/** The part of a time of the day that has this type, as the language writes it. */
const timePart = (language: Language, hour: number, type: 'hour' | 'dayPeriod') =>
  new Intl.DateTimeFormat(language, { hour: 'numeric' })
    .formatToParts(new Date(2026, 0, 1, hour))
    .find((part) => part.type === type)?.value;

/** The words for the two halves of the day; empty in languages with a 24-hour clock. */
export const halfTexts = (language: Language): string[] =>
  [0, 12].flatMap((hour) => timePart(language, hour, 'dayPeriod') ?? []);

/** The hours to choose from: 12 with halves of the day, 24 without. */
export const hourTexts = (language: Language): string[] => {
  const hours = halfTexts(language).length > 0 ? 12 : 24;
  return Array.from({ length: hours }, (_, hour) => timePart(language, hour, 'hour') ?? '');
};

/** A date and time that is being picked. `hour` and `half` are positions in `hourTexts` and `halfTexts`. */
export interface PickedTime {
  readonly month: Date;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly half: number;
}

export const firstPick = (): PickedTime => {
  const now = new Date();
  return { month: new Date(now.getFullYear(), now.getMonth(), 1), day: now.getDate(), hour: 0, minute: 0, half: 1 };
};

export const addMonths = (month: Date, count: number) => new Date(month.getFullYear(), month.getMonth() + count, 1);

export const pickedDate = (language: Language, { month, day, hour, minute, half }: PickedTime) =>
  new Date(month.getFullYear(), month.getMonth(), day, hour + (halfTexts(language).length > 0 ? 12 * half : 0), minute);

/** Weeks start on Sunday in English and on Monday in the other languages. */
const firstWeekday = (language: Language) => (language === 'en' ? 0 : 1);

/** The days of a month's calendar, in whole weeks. They include days of the months before and after it. */
export function calendarDays(language: Language, month: Date): Date[] {
  const [year, index] = [month.getFullYear(), month.getMonth()];
  const before = (month.getDay() - firstWeekday(language) + 7) % 7;
  const days = new Date(year, index + 1, 0).getDate();
  return Array.from({ length: 7 * Math.ceil((before + days) / 7) }, (_, at) => new Date(year, index, at - before + 1));
}

export const isInMonth = (month: Date, day: Date) => day.getMonth() === month.getMonth();

export const isPast = (day: Date) => day < new Date(new Date().setHours(0, 0, 0, 0));

export const weekdayTexts = (language: Language): string[] =>
  calendarDays(language, new Date(2026, 0, 1))
    .slice(0, 7)
    .map((day) => day.toLocaleDateString(language, { weekday: 'short' }));
