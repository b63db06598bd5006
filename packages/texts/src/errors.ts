/** Errors by language. English stands in the contract's catalogue; the others are typed by its codes. */
import { type ErrorCode, type ErrorDetails, errorCatalogue, type FieldCode, fieldCodes } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { isRole } from '@sampan/contract/plans'
import { formatBytes, formatDuration } from './format.ts'
import { roleNames } from './role-names.ts'

const zh: Record<ErrorCode, string> = {
  invalidInput: '请求中有些内容不正确，请检查标出的字段。',
  notFound: '可能是我们的问题，但这个页面不存在。',
  methodNotAllowed: '此地址不接受这种请求。',
  bodyTooLarge: '请求内容超过了这里的上限。',
  unsupportedMediaType: '无法读取这种类型的内容。',
  rateLimited: '操作过于频繁，请在{{wait}}后再试。',
  internal: '我们这边出了点问题，请重试。',
  unavailable: '服务暂时不可用，请稍后再试。',
  serverDiskFull: '服务器磁盘已满。文件仍可下载，但在腾出空间之前无法保存新内容。',
  databaseReadOnly: '数据库处于只读状态。文件仍可下载，但暂时无法保存新内容。',
  codeWrong: '验证码不正确，请查看您的邮件后重试。',
  addressNotVerified: '请先验证您的邮箱地址。',
  emailTaken: '此邮箱已被注册',
  loginFailed: '邮箱或密码不正确',
  passwordNotYours: '这不是您当前的密码。',
  resetLinkDead: '此链接已被使用或已过期，请重新申请。',
  signedOut: '您已退出登录，请重新登录。',
  sessionNeeded: 'API 令牌无权执行此操作，请用密码登录。',
  deviceUnknown: '此代码不存在或已失效，请在终端中重新开始登录。',
  tooManyTokens: '每个账户最多 {{limit}} 个令牌，请先撤销不再需要的令牌。',
  accountSuspended: '您的账户已被暂停，请联系客服。',
  licenceCodesInvalid: '授权码无效！请联系 {{email}}',
  licenceCodesTooMany: '每个账户最多可激活 {{limit}} 个授权码。',
  planUnpaid: '您的试用已到期，请添加付款方式以重新启用',
  cardNeeded: '请先添加付款方式。',
  cardDeclined: '您的银行拒绝了这张卡，未扣取任何费用。请换一张卡再试。',
  trialUsed: '您已使用过一周免费试用，请选择方案以继续。',
  planThere: '您已有方案，请改用切换方案。',
  noPlan: '没有可更改的付费方案。',
  previewOld: '此价格的计算时间过久，请重新查看。',
  paymentUnderWay: '您有一笔付款正在进行，请稍候再看。',
  paymentsUnavailable: '支付服务暂无响应，请稍后再试。',
  webhookRefused: '此事件未经本服务的签名验证。',
  keepTooLate: '为时已晚：此账户正在被删除。',
  pictureRefused: '此图片无法使用，请选择 PNG、JPEG 或 WebP 图片。',
  ticketInvalid: '网络错误 - 无法获取密钥',
  uploadNotFound: '找不到此次上传，请重新开始。',
  noFiles: '请至少添加一个文件。',
  overTransferLimit: '您的{{role}}方案每次传输上限为 {{limit}}，已超出 {{over}}。',
  tooManyFiles: '您的{{role}}方案一次最多 {{limit}} 个文件。请将文件夹压缩为 zip。',
  insecureFileType: '不安全的文件类型：{{name}}',
  releaseFile: '文件已移除：{{name}}',
  invalidPath: '无法使用此文件名：{{name}}',
  duplicatePath: '此文件在列表中重复：{{name}}',
  tooManyOpen: '同时进行的上传过多，请先完成或取消其中一些。',
  tooMuchUnverified: '这里还有太多内容等待发送，请先完成或取消一次传输。',
  storageFull: '您的存储空间已满',
  diskFullGuests: '服务器剩余空间不多，仅供有账户的用户使用。请登录，或稍后再试。',
  diskFullFree: '服务器剩余空间不多，仅供付费方案使用。请升级方案，或稍后再试。',
  diskFull: '目前没有足够的空间，请稍后再试。',
  lengthRequired: '分片必须注明长度。',
  partOutOfBounds: '此分片超出了文件范围。',
  partDamaged: '此分片在传输中损坏，未被保存。',
  partIncomplete: '此分片未完整到达，未被保存。',
  partOverlaps: '此分片与已保存的分片重叠。',
  uploadClosed: '此次上传已结束，不能再添加内容。',
  tooMuchWritten: '此次上传重复发送或移除的内容过多，请重新开始。',
  uploadChecking: '服务器刚刚重启，正在核对此次上传已收到的内容，稍后会继续。',
  linksReserved: '您好，链接目前仅供高级账户使用。',
  tooManyRecipients: '收件人太多。{{role}}方案最多可发送给 {{limit}} 人。',
  monthUsedUp: '您的{{role}}方案每月可传输 {{limit}} 次，下月 1 日重置，已有的传输仍可下载',
  expiryNotAllowed: '您的{{role}}方案的链接保留 1 周。',
  notYours: '这里没有此内容。',
  accountNeeded: '设置密码和下载次数上限需要账户。',
  tooManyMails: '近期发往 {{emails}} 的邮件过多，此次未发送。请移除这些地址，或在{{wait}}后再试。',
  recipientTwice: '此收件人已在列表中。',
  recipientHasFiles: '此收件人已下载文件，因此无法更改地址。如需发给其他人，请重新发送。',
  versionFreed: '此版本的部分文件已被删除，无法再恢复。',
  tooManyVersions: '此传输的文件已更改 {{limit}} 次，达到上限。请另建一次传输发送。',
  linkRestricted: '目前仅指定的收件人可以打开。请先允许任何持有链接的人打开，再复制链接。',
  contactTwice: '您已有使用此地址的联系人。',
  contactsFull: '您的{{role}}方案可保存 {{limit}} 位联系人。请升级，或删除不再需要的联系人。',
  groupTwice: '您已有同名的分组。',
  tooManyGroups: '每个账户最多可有 {{limit}} 个分组，请先删除不再需要的分组。',
  restoreTooLate: '此传输已无法恢复。',
  transferUnknown: '此链接没有内容，请检查是否复制完整。',
  transferExpired: '链接已过期',
  transferUploading: '这些文件仍在上传中。',
  transferDisabled: '此链接已关闭。',
  downloadLimitReached: '此链接的下载次数已达到发件人设定的上限。',
  downloadNotCounted: '此链接限制了下载次数，目前无法计数，请一分钟后再试。',
  transferTakenDown: '此传输已被下架。',
  transferDeleted: '此传输的文件已被删除。',
  linkStillOpen: '此链接仍然有效，请重新加载页面。',
  tooLateToExtend: '这些文件已被删除，请联系发件人重新发送。',
  mailLinkInvalid: '此链接不完整，请从邮件中重新打开。',
  extensionDead: '链接已过期',
  passwordRequired: '此传输受密码保护。',
  passwordWrong: '密码不正确。',
  selectionUnknown: '此选择已失效，请重新选择文件。',
  fileLost: '有文件已在服务器上丢失，无法再下载。请选择其他文件，或请发送者重新发送。',
  fileInfected: '在 {{name}} 中发现病毒，无法下载此文件。',
  fileNotScanned: '这些文件仍在进行病毒检查，请稍后再试。',
  fileUnreadable: '目前无法读取此文件，我们已收到通知。',
}

const zhFields: Record<FieldCode, string> = {
  required: '请填写此项。',
  invalid: '此项无效。',
  invalidEmail: '这不是有效的邮箱地址。',
  tooShort: '内容太短。',
  tooLong: '内容太长。',
  tooSmall: '数值太小。',
  tooLarge: '数值太大。',
  passwordTooShort: '密码至少需要 6 个字符',
  passwordTooCommon: '使用此密码的人太多，请换一个。',
}

/** As many as a line can name. */
const maxNamed = 5

const listWords: Record<Language, { comma: string; others: (count: number) => string }> = {
  en: { comma: ', ', others: (count) => ` and ${count} ${count === 1 ? 'other' : 'others'}` },
  zh: { comma: '、', others: (count) => `以及另外 ${count} 个地址` },
}

function listed(values: readonly string[], language: Language): string {
  const { comma, others } = listWords[language]
  const more = values.length - maxNamed
  return values.slice(0, maxNamed).join(comma) + (more > 0 ? others(more) : '')
}

/** Details ending in Bytes or Seconds are formatted into the slot without that ending; a role is told by its name. */
function slotValues(details: ErrorDetails, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => {
      if (key.endsWith('Bytes')) return [key.slice(0, -5), formatBytes(Number(value), language)]
      if (key.endsWith('Seconds')) return [key.slice(0, -7), formatDuration(Number(value), language)]
      if (key === 'role' && isRole(value)) return [key, roleNames[language][value]]
      return [key, Array.isArray(value) ? listed(value, language) : String(value)]
    }),
  )
}

/** Where an installation has none of its own. */
const fallbacks: Record<Language, Record<string, string>> = {
  en: { email: 'whoever runs this service' },
  zh: { email: '本服务的运营者' },
}

/** The catalogue's sentence for a code, its slots filled from the details. */
export function errorText(code: ErrorCode, details: ErrorDetails, language: Language): string {
  const text = language === 'zh' ? zh[code] : errorCatalogue[code].text
  const values = slotValues(details, language)
  return text.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => values[slot] ?? fallbacks[language][slot] ?? '')
}

export const fieldText = (code: FieldCode, language: Language): string => (language === 'zh' ? zhFields[code] : fieldCodes[code])
