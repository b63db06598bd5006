import type { licences as english } from '../../en/app/licences.ts'
import type { Translation } from '../../translation.ts'

export const licences: Translation<typeof english> = {
  page: '终身方案 · {{product}}',
  description: '激活您的授权码：每个授权码让方案提升一级，永久有效，无需订阅。',

  title: '一次购买，永久使用。',
  lead: '每个授权码让您的方案提升一级，最多 {{max}} 个。无需订阅，也无需续费。',
  ladder: '授权码对应的方案',
  columnCodes: '授权码',
  columnPlan: '方案',
  columnUpload: '每次传输',
  columnStorage: '存储空间',
  columnRecipients: '收件人',
  here: '这是您当前的方案。',

  cardTitle: '激活授权码',
  cardText: '输入或粘贴授权码，以后还可以继续添加。',
  code: '授权码 {{number}}',
  codeActivated: '授权码 {{number}}，已激活',
  activated: '已激活 {{number}} 个，最多 {{max}} 个',
  loading: '正在查询您的授权码',
  forAccount: '账户：{{email}}',
  willGive: '激活后您将使用{{role}}方案。',
  goOn: '继续',
  needAccount: '下一步需要账户，您输入的内容会保留在这里。',
  maximum: '{{max}} 个授权码均已激活，已达到上限。',
  done: '激活成功，您正在使用{{role}}方案。',
  toDash: '前往我的传输',
  tryAgain: '重试',
  slow: '暂时没有响应，我们正在重试…',
  needsScript: '激活授权码需要 JavaScript，请在浏览器中启用后重新加载此页面。',
}
