import type { PageTexts } from '../en/pages.ts'
import type { Translation } from '../translation.ts'
import { extension } from './app/extension.ts'
import { manage } from './app/manage.ts'
import { refusal } from './app/refusal.ts'
import { link } from './link.ts'

export const pages: Translation<PageTexts> = {
  ...link,
  homeText: '通过邮件把大文件和整个文件夹发送给任何人。',

  sentTitle_other: '{{sender}} 给您发送了 {{count}} 个文件',
  sendingTitle_other: '{{sender}} 正在给您发送 {{count}} 个文件',
  total_other: '{{count}} 个文件，共 {{size}}',
  expires: '{{wait}}后过期（UTC 时间 {{date}}）',
  downloadAll: '全部下载',
  downloadFile: '下载',
  downloadChosen: '下载所选文件',
  downloadsLeft_other: '发件人还允许下载 {{count}} 次。',
  more: '这里列出 {{count}} 个文件中的前 {{shown}} 个，“全部下载”包含所有文件。',

  shareTitle: '共享的文件',
  moreArriving: '这里列出 {{count}} 个文件中的前 {{shown}} 个。',
  silence: '已有{{wait}}没有收到新内容',
  uploadingText: '已就绪的文件现在即可下载。重新加载此页面可查看最新进度。',
  arriving: '正在到达，{{percent}}%',
  loadAgain: '重新加载',
  expiredText: '此链接的有效期已过。',
  expiredForGood: '文件已无法下载，请联系发件人重新发送。',

  requestSent: '您的申请正在发送给发件人。链接重新打开后，我们会立即发邮件告诉您。',
  requestWrong: '请检查邮箱地址和留言，留言最多 280 个字。',

  reportSent: '谢谢您，运营者已收到您的举报。',
  reportWrong: '举报未能提交，请检查邮箱地址。',

  heldText: '这些文件正在进行病毒检查，请稍后重新加载此页面。',
  infectedText: '发现病毒，相关文件已被拦截，其余文件可在下方下载。',
  infectedAllText: '发现病毒，相关文件已被拦截，没有其他可下载的文件。',

  refusalTitle: refusal.title,
  refusalText: refusal.text,
  refusalFromSender: refusal.fromSender,
  refusalFromAll: refusal.fromAll,
  refusalWanted: refusal.wanted,
  refusalRefused: refusal.refused,
  refusalStop: refusal.stop,
  refusalAllow: refusal.allow,
  refusalDeadTitle: refusal.deadTitle,
  refusalDeadText: refusal.deadText,
  extensionTitle: extension.title,
  extensionAskMany: '{{email}} 想下载 {{title}} 等 {{count}} 个文件，但链接已过期。',
  extensionAsk: extension.ask,
  extensionNote: '对方的留言：',
  extensionPress: extension.press,
  extensionDone: extension.done,
  extensionExpiry: extension.expiry,
  extensionNotified: extension.notified,
  extensionAccount: extension.account,
  extensionDead: extension.deadTitle,
  extensionDeadText: extension.deadText,

  manageTitle: manage.title,
  manageTo: manage.people,
  manageState_uploading: manage.status_uploading,
  manageState_active: '链接有效',
  manageState_expired: manage.status_expired,
  manageState_disabled: manage.status_disabled,
  manageState_limitReached: '已达到下载次数上限',
  manageState_takenDown: manage.status_takenDown,
  manageState_deleted: manage.deletedTitle,
  manageState_inAccount: manage.inAccountTitle,
  managePerson_queued: manage.mailQueued,
  managePerson_waiting: manage.mailWaiting,
  managePerson_refused: manage.mailRefused,
  managePerson_sent: '邮件已发送',
  managePerson_deferred: '邮件延迟，正在重试',
  managePerson_bounced: '邮件被退回',
  managePerson_opened: '已打开页面',
  managePerson_downloaded: '已下载',
  manageNeedsScript: '重新发送邮件、更正地址和删除需要 JavaScript。请在浏览器中启用后重新加载此页面。',

  thanksTitle: '谢谢您',
  welcomeTitle: '欢迎回来！',
  pageNeedsScript: '此页面需要 JavaScript。请在浏览器中启用后重新加载此页面。',
  resetTitle: '设置新密码',
  resetNeedsScript: '设置密码需要 JavaScript。请在浏览器中启用后重新加载此页面。',

  dashTitle: '控制台',
  dashLoading: '正在打开您的控制台',
  dashNeedsScript: '控制台需要 JavaScript。请在浏览器中启用后重新加载此页面。',
}
