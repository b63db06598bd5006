import type { overview as english } from '../../en/app/overview.ts'
import type { Translation } from '../../translation.ts'

export const overview: Translation<typeof english> = {
  figureOfTeam: '整个团队合计',
  figureAll: '全部传输',
  figureExpiring: '即将到期',
  figureMax: '{{number}}+',

  latest: '最近的传输',
  showAll: '查看全部',
  expiring: '即将到期',
  ofAll: '{{done}} / {{all}}',

  activity: '动态',
  activityLoading: '正在加载动态',
  activityFailed: '动态加载失败。',
  activityNone: '有人打开或下载您发送的文件时，会显示在这里。',
  someone: '持有链接的访客',
  aRecipient: '一位收件人',
  anUnknown: '有人',
  downloaded: '{{who}} 下载了其中的文件：{{name}}',
  downloadedOne: '{{who}} 下载了 {{name}}',
  opened: '{{who}} 打开了 {{name}}',
  mailBounced: '发给 {{who}} 的邮件被退回：{{name}}',
  mailDeferred: '发给 {{who}} 的邮件延迟：{{name}}',
  passwordWrong: '{{who}} 输错了密码：{{name}}',
  timeRequested: '{{who}} 请求延长时间：{{name}}',
  downloadsRequested: '{{who}} 请求增加下载次数：{{name}}',
  passwordRequested: '{{who}} 请求密码：{{name}}',
  extended: '已延长时间：{{name}}',
  takenDown: '运营方已下架 {{name}}',
  infected: '在 {{name}} 中发现病毒',
  other: '有变动：{{name}}',

  dropHere: '松开即可发送',
  dropHint: '也可以把文件或文件夹拖放到此页面任意位置。',
  quickSend: '快速发送',
  chooseFiles: '选择要发送的文件',
  chooseFolder: '选择文件夹',
}
