import type { manage as english } from '../../en/app/manage.ts'
import type { Translation } from '../../translation.ts'

export const manage: Translation<typeof english> = {
  title: '您的传输',
  loading: '正在打开您的传输',
  sentBy: '由 {{sender}} 发送',
  sentOn: '发送于 {{date}}',
  openUntil: '有效期至 {{date}}',
  totalFiles_other: '{{number}} 个文件，共 {{size}}',
  message: '您的留言',

  status_uploading: '仍在上传',
  status_active: '链接有效',
  status_expired: '已过期',
  status_disabled: '已关闭',
  status_limitReached: '已达上限',
  status_takenDown: '已下架',

  people: '收件人',
  mailQueued: '邮件正在发送',
  mailWaiting: '等待中：此邮箱近期邮件较多，将在一小时内与其他邮件合并发送',
  mailRefused: '此人不接收邮件。链接有效，您可以自行转发。',
  mailSent: '邮件发送于 {{date}}',
  mailBounced: '邮件被退回，请检查地址是否正确。',
  opened: '于 {{date}} 打开过页面',
  downloaded: '于 {{date}} 下载',
  waitsForUpload: '全部上传后会收到邮件',
  sendAgain: '重新发送邮件',
  correct: '更正地址',
  copyLink: '复制链接',
  actionOf: '{{action}}：{{email}}',
  newAddress: '正确的地址',
  correctHint: '发给 {{email}} 的链接会立即失效，新地址会收到一封带有专属链接的邮件。',
  sameAddress: '这正是已发送的地址，请填写正确的地址。',
  saveAddress: '发送到新地址',
  cancel: '取消',

  mailedAgain: '邮件正在发往 {{email}}。',
  corrected: '{{before}} 已无法再打开这些文件，邮件正在发往 {{email}}。',
  linkCopied: '链接已复制！',
  personalLink: '通过此链接的访问会记在 {{email}} 名下。',
  copyByHand: '请手动复制链接：',

  downloads: '下载',
  nobodyYet: '尚无人下载',
  nobodyYetText: '一旦有人下载，您会在这里看到是谁、何时、在何地。页面会自动更新。',
  someone: '持有链接的人',
  gotFiles_other: '{{number}} 个文件',
  count_other: '共 {{number}} 次下载',

  files: '文件',

  saveTitle: '保存到账户',
  saveText: '使用 {{email}} 注册后，此次传输以及从该地址发送的其他内容都会出现在您的控制台中，此链接也将指向那里。',
  save: '注册',

  keepSecret: '任何知道此页面地址的人都能进行这些操作，请勿转发。',
  remove: '删除此次传输',
  removeSure: '确定删除？之后任何人都无法打开',
  deletedTitle: '已删除',
  deletedText_other: '所有人都已无法打开这些文件。{{count}} 秒内可以撤销，之后文件将被永久清除。',
  undo: '撤销',
  goneTitle: '已清除',
  goneText: '这些文件以及此次传输的所有信息都已清除。',

  inAccountTitle: '已保存到您的账户',
  inAccountText: '此次传输已在 {{email}} 的账户中，请登录后查看。',
  inYourAccountText: '此次传输已在 {{email}} 的账户中。',
  inOtherAccountText:
    '此次传输以 {{email}} 的名义发送，而您当前登录的是 {{other}}。如果不在此账户中，请退出登录后重新打开此链接。',
  openInAccount: '前往查看',
  logIn: '登录',

  stale: '服务器没有响应：这里的内容可能不是最新的。',
  tryAgain: '重试',
  close: '关闭',
}
