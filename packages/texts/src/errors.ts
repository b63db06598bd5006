/** Errors by language. English stands in the contract's catalogue; the others are typed by its codes. */
import { type ErrorCode, type ErrorDetails, errorCatalogue, type FieldCode, fieldCodes } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { formatBytes, formatDuration } from './format.ts'

const zh: Record<ErrorCode, string> = {
  invalidInput: '请求中有些内容不正确，请检查标出的字段。',
  notFound: '可能是我们的问题，但这个页面不存在。',
  methodNotAllowed: '此地址不接受这种请求。',
  bodyTooLarge: '请求内容超过了这里的上限。',
  unsupportedMediaType: '无法读取这种类型的内容。',
  rateLimited: '操作过于频繁，请在{{wait}}后再试。',
  internal: '我们这边出了点问题，请重试。',
  unavailable: '服务暂时不可用，请稍后再试。',
  codeWrong: '验证码不正确，请查看您的邮件后重试。',
  addressNotVerified: '请先验证您的邮箱地址。',
  emailTaken: '此邮箱已被注册',
  loginFailed: '邮箱或密码不正确',
  signedOut: '您已退出登录，请重新登录。',
  accountSuspended: '您的账户已被暂停，请联系客服。',
  planUnpaid: '您的试用已到期，请添加付款方式以重新启用',
  ticketInvalid: '网络错误 - 无法获取密钥',
  uploadNotFound: '找不到此次上传，请重新开始。',
  noFiles: '请至少添加一个文件。',
  overTransferLimit: '您的{{role}}方案每次传输上限为 {{limit}}，已超出 {{over}}。',
  tooManyFiles: '您的{{role}}方案一次最多 {{limit}} 个文件。请将文件夹压缩为 zip。',
  insecureFileType: '不安全的文件类型：{{name}}',
  releaseFile: '文件已移除：{{name}}',
  invalidPath: '无法使用此文件名：{{name}}',
  duplicatePath: '此文件在列表中重复：{{name}}',
  tooMuchUnverified: '这里还有太多内容等待发送，请先完成或取消一次传输。',
  storageFull: '您的存储空间已满',
  diskFull: '目前没有足够的空间，请稍后再试。',
  lengthRequired: '分片必须注明长度。',
  partOutOfBounds: '此分片超出了文件范围。',
  partDamaged: '此分片在传输中损坏，未被保存。',
  partIncomplete: '此分片未完整到达，未被保存。',
  partOverlaps: '此分片与已保存的分片重叠。',
  uploadClosed: '此次上传已结束，不能再添加内容。',
  tooMuchWritten: '此次上传重复发送的内容过多，请重新开始。',
  linksReserved: '您好，链接目前仅供高级账户使用。',
  tooManyRecipients: '收件人太多。{{role}}方案最多可发送给 {{limit}} 人。',
  monthUsedUp: '您的{{role}}方案每月可传输 {{limit}} 次，下月 1 日重置，已有的传输仍可下载',
  expiryNotAllowed: '您的{{role}}方案的链接保留 1 周。',
  notYours: '这里没有此内容。',
  accountNeeded: '设置密码和下载次数上限需要账户。',
  restoreTooLate: '此传输已无法恢复。',
  transferUnknown: '此链接没有内容，请检查是否复制完整。',
  transferExpired: '链接已过期',
  transferUploading: '这些文件仍在上传中。',
  transferDisabled: '发件人已关闭此链接。',
  downloadLimitReached: '此链接的下载次数已达到发件人设定的上限。',
  transferTakenDown: '此传输已被下架。',
  passwordRequired: '此传输受密码保护。',
  passwordWrong: '密码不正确。',
  selectionUnknown: '此选择已失效，请重新选择文件。',
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

/** Details ending in Bytes or Seconds are formatted into the slot without that ending. */
function slotValues(details: ErrorDetails, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => {
      if (key.endsWith('Bytes')) return [key.slice(0, -5), formatBytes(Number(value), language)]
      if (key.endsWith('Seconds')) return [key.slice(0, -7), formatDuration(Number(value), language)]
      return [key, String(value)]
    }),
  )
}

/** The catalogue's sentence for a code, its slots filled from the details. */
export function errorText(code: ErrorCode, details: ErrorDetails, language: Language): string {
  const text = language === 'zh' ? zh[code] : errorCatalogue[code].text
  const values = slotValues(details, language)
  return text.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => values[slot] ?? '')
}

export const fieldText = (code: FieldCode, language: Language): string => (language === 'zh' ? zhFields[code] : fieldCodes[code])
