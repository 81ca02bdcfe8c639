import { MAX_FLYER_BYTES_PER_USER } from '@flyerdeck/contracts';
import type { Messages } from './en.ts';
import type { Refusal, RefusedFile, RepeatProblem } from './messageFacts.ts';
import { counter, paragraphs, shortList } from './wording.ts';

const flyers = counter('ru', { one: 'флаер', few: 'флаера', many: 'флаеров' });
const credits = counter('ru', { one: 'кредит', few: 'кредита', many: 'кредитов' });
const posts = counter('ru', { one: 'публикация', few: 'публикации', many: 'публикаций' });
const hours = counter('ru', { one: 'час', few: 'часа', many: 'часов' });
const characters = counter('ru', { one: 'символа', few: 'символов', many: 'символов' });
const snapshots = counter('ru', { one: 'снимок', few: 'снимка', many: 'снимков' });
const days = counter('ru', { one: 'день', few: 'дня', many: 'дней' });
const list = (names: readonly string[]) => shortList(names, (count) => `и ещё ${count}`);

const REFUSALS: Readonly<Record<Refusal, string>> = {
  too_large: 'больше 10 МБ',
  not_an_image: 'это не изображение JPEG, PNG, WebP или GIF',
  damaged: 'файл повреждён или слишком велик, чтобы его открыть',
  not_available: 'Telegram его больше не отдаёт',
  no_space: `ваши флаеры могут занимать ${MAX_FLYER_BYTES_PER_USER / 1024 ** 3} ГБ; сначала удалите лишние в приложении`,
};
const SKIPPED_BECAUSE: Readonly<Record<RepeatProblem, string>> = {
  'assistant.no_targets': 'Не выбраны страницы или теги.',
  'assistant.no_flyers': 'Нет флаеров.',
  'assistant.no_pages': 'Ни одна из ваших страниц не подходит под выбранные цели.',
  'assistant.too_many_postings': 'Получилось бы слишком много публикаций сразу.',
  'assistant.too_many': 'Слишком много ассистентов. Удалите один из завершённых.',
  'assistant.paused': 'Ассистент на паузе. Сначала возобновите его.',
  'posting.too_many_pending': 'Слишком много незаконченных публикаций.',
  'repeat.missed': 'В назначенное время Flyerdeck не работал.',
  'repeat.failed': 'Ошибка в Flyerdeck. Попытка повторится.',
};
const refusals = (refused: readonly RefusedFile[]) =>
  refused
    .map(
      ({ position, why }) =>
        `${position === null ? 'Файл' : `Файл № ${position} из альбома`} не принят: ${REFUSALS[why]}.`,
    )
    .join('\n');

export const ru: Messages = {
  unnamed: '(Без названия)',
  welcomeBonus: (count) => `Добро пожаловать! Для начала у вас ${credits(count)}.`,
  start: ({ name, credits: count }) =>
    paragraphs(
      `Здравствуйте${name ? `, ${name}` : ''}! Я публикую ваши флаеры на ваших страницах.`,
      'Пришлите картинку с текстом в подписи или целый альбом: каждая станет флаером вашего последнего ассистента.',
      'Выберите страницы и запустите очередь в приложении; когда ассистент закончит, я пришлю снимки публикаций.',
      `Ваш баланс: ${credits(count)}.`,
    ),
  help: paragraphs(
    'Присылайте картинки (как фото или файлы, по одной или альбомом): каждая станет флаером, подпись - его текстом.',
    '/new НАЗВАНИЕ - новый ассистент для следующих флаеров',
    '/balance - ваши кредиты',
    '/queue - как идут публикации',
    '/settings - когда я сообщаю, что остановилось',
    '/privacy - ваши данные: что хранится, скачать, удалить',
    '/help - эта справка',
  ),
  privacy: ({ screenshotDays }) =>
    paragraphs(
      'Я храню ваше имя и id в Telegram, ваши страницы, ассистентов, флаеры и их тексты, пока вы не удалите их или свой аккаунт.',
      screenshotDays > 0
        ? `Снимки публикаций удаляются через ${days(screenshotDays)}, ваши сообщения мне - через 3 дня, мои - через 30 дней.`
        : 'Ваши сообщения мне удаляются через 3 дня, мои - через 30 дней.',
      'Ваши данные видите только вы и администраторы; картинку видит каждый, у кого есть её адрес.',
      'В приложении, в разделе «Privacy and data», можно увидеть всё это, скачать все свои данные и удалить аккаунт.',
    ),
  notUnderstood: 'Я понимаю только картинки и команды. Список команд: /help.',
  deactivated: 'Ваш аккаунт отключён. Пожалуйста, обратитесь в поддержку.',
  noAccount: 'У вас нет аккаунта. Отправьте /start, чтобы начать.',
  openApp: 'Открыть Flyerdeck',
  openAppAt: (address) => `Открыть Flyerdeck: ${address}`,
  computerLink: 'Откройте на компьютере, чтобы подключить страницу:',
  newAssistantName: (date) => `Флаеры ${date}`,
  created: (assistant) => `Ассистент «${assistant}» готов: присылайте его флаеры.`,
  nameTooLong: (limit) => `Слишком длинное название: не больше ${characters(limit)}, пожалуйста.`,
  tooManyAssistants: (limit) => `Ассистентов уже ${limit}, больше создать нельзя. Сначала удалите один из завершённых.`,
  balance: ({ credits: count, feeCredits, hours: paidHours }) =>
    `Ваш баланс: ${credits(count)}. За ${credits(feeCredits)} одна страница получает ${hours(paidHours)} публикаций.`,
  queue: ({ isPosting, pausedForAll, waiting, inProgress, completed, failed }) =>
    paragraphs(
      isPosting ? 'Публикация включена.' : 'Публикация на паузе.',
      pausedForAll !== null && `Публикация приостановлена для всех: ${pausedForAll}`,
      waiting + inProgress + completed + failed === 0
        ? 'В очереди ещё ничего не было.'
        : `В очереди: ${waiting}. В работе: ${inProgress}. Готово: ${completed}. С ошибкой: ${failed}.`,
    ),
  added: ({ assistant, added, total, refused }) =>
    paragraphs(
      `Добавлено в «${assistant}»: ${flyers(added)}.${added < total ? ` Теперь всего: ${total}.` : ''}`,
      refusals(refused),
    ),
  noneAdded: refusals,
  finished: ({ assistant, posted, failed, failedPages, withoutScreenshot }) =>
    paragraphs(
      `Ассистент «${assistant}» закончил: ${posts(posted)}.`,
      failed > 0 && `Не удалось: ${posts(failed)} (${list(failedPages)}). Повторить можно в приложении.`,
      withoutScreenshot > 0 && `Без снимка: ${posts(withoutScreenshot)}.`,
    ),
  screenshotsAgain: ({ assistant, screenshots: count, withoutScreenshot }) =>
    paragraphs(
      count > 0 ? `«${assistant}»: ${snapshots(count)}.` : `«${assistant}»: снимков пока нет.`,
      withoutScreenshot > 0 && `Без снимка: ${posts(withoutScreenshot)}.`,
    ),
  alerts: {
    out_of_credits: ({ names, credits: count, feeCredits }) =>
      `Кредиты закончились (осталось ${count}, на страницу нужно ${feeCredits}). На паузе: ${list(names)}. Пополните баланс в приложении и возобновите.`,
    page_offline: ({ names }) =>
      `Не в сети, а флаеры ждут: ${list(names)}. Пожалуйста, откройте браузер с расширением.`,
    page_logged_out: ({ names }) =>
      `Нужен вход: ${list(names)}. Пока вы не войдёте снова в браузере страницы, там ничего не публикуется.`,
    page_wrong_account: ({ names }) =>
      `Вход под другим аккаунтом: ${list(names)}. Пока вы не войдёте под аккаунтом страницы, там ничего не публикуется.`,
    page_site_changed: ({ names }) =>
      `Пакет сайта не подходит: ${list(names)}. Пока это так, там ничего не публикуется. Чего не хватает, сказано на странице в приложении.`,
    page_rate_limited: ({ names }) =>
      `Сайт ограничивает публикации: ${list(names)}. Там пауза, потом публикация продолжится сама.`,
    posting_in_doubt: ({ names }) =>
      `Неизвестно, вышла ли публикация: ${list(names)}. Посмотрите на страницу и решите в приложении.`,
    repeat_skipped: ({ names, reason }) =>
      paragraphs(`Повтор пропущен: ${list(names)}.`, SKIPPED_BECAUSE[reason as RepeatProblem] ?? false),
    repeat_ended: ({ names }) => `Повтор закончился: ${list(names)}. Больше запусков не будет.`,
  },
  packMisses: ({ version, pages, elements }) =>
    `Пакет сайта ${version} не подходит к сайту. Страниц: ${pages}. Не найдено: ${list(elements) || 'неизвестно'}. Подробнее - в разделе Site Packs админки.`,
  settings: {
    text: ({ quiet, digestAt, timeZone }) =>
      paragraphs(
        digestAt
          ? `Раз в день в ${digestAt} я сообщаю, что остановилось.`
          : 'Я сразу сообщаю, если что-то остановилось.',
        quiet ? `Тихие часы с ${quiet[0]} до ${quiet[1]}: в это время об этом не пишу.` : 'Тихих часов нет.',
        `Время - ${timeZone}, как в браузере ваших страниц.`,
      ),
    quiet: (from, until) => `Тихо ${from}-${until}`,
    noQuiet: 'Без тихих часов',
    digest: (at) => `Раз в день в ${at}`,
    atOnce: 'Сразу',
  },
  actions: {
    live: 'Она вышла',
    not_there: 'Её нет',
    resume: 'Возобновить',
    resume_page: 'Возобновить',
    pause_repeat: 'Пауза',
    retry: 'Повторить',
  },
  pressed: {
    live: 'Публикация засчитана.',
    not_there: 'Публикация снова в очереди.',
    resume: 'Ассистент возобновлён.',
    resume_page: 'Публикация на странице возобновлена.',
    pause_repeat: 'Повтор на паузе. Возобновить можно в приложении.',
    retry: 'Публикации с ошибкой снова в очереди.',
    over: 'Ничего не изменено: это уже не актуально.',
    refused: 'Ничего не изменено: сейчас это невозможно. Причину покажет приложение.',
  },
  stars: {
    help: '/buy - кредиты за Telegram Stars',
    commands: { buy: 'Кредиты за Telegram Stars', terms: 'Условия покупки', paysupport: 'Помощь с оплатой' },
    choose: 'Выберите пакет. Оплачивая, вы принимаете условия: /terms',
    offer: ({ credits: count, stars }) => `${credits(count)}: ${stars} Stars`,
    description: (count) => `${credits(count)} для публикаций на ваших страницах. Кредиты не сгорают.`,
    terms: paragraphs(
      'Вы покупаете кредиты для публикаций во Flyerdeck. Они зачисляются, как только Telegram подтвердит оплату.',
      'Кредиты не сгорают. Деньги за покупки не возвращаются.',
      'Если с оплатой что-то не так: /paysupport',
    ),
    support: (account) =>
      `${account === null ? 'Обратитесь в поддержку' : `Напишите @${account}`}: ответ придёт в течение 24-48 часов. Поддержка Telegram с покупками у этого бота помочь не может.`,
    booked: ({ credits: count, balance }) => `Спасибо! Зачислено: ${credits(count)}. Ваш баланс: ${credits(balance)}.`,
    refunded: ({ credits: count, balance }) =>
      `Оплата возвращена, списано: ${credits(count)}. Ваш баланс: ${credits(balance)}.`,
    outdated: 'Предложение устарело или предназначено другому аккаунту. Ничего не списано. Отправьте боту /buy.',
    unavailable: 'Сейчас оплата невозможна. Ничего не списано. Попробуйте позже.',
  },
  commands: {
    start: 'Что умеет этот бот',
    new: 'Новый ассистент: /new НАЗВАНИЕ',
    balance: 'Ваши кредиты',
    queue: 'Как идут публикации',
    settings: 'Когда я сообщаю, что остановилось',
    privacy: 'Ваши данные',
    help: 'Что можно прислать',
  },
};
