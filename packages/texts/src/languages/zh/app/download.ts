import type { download as english } from '../../en/app/download.ts'
import type { Translation } from '../../translation.ts'
import { link } from '../link.ts'

export const download: Translation<typeof english> = {
  ...link,
  loading: '正在查找您的文件',

  sentYou_other: '{{sender}} 给您发送了 {{number}} 个文件',
  sentYouFolders: '{{sender}} 给您发送了一个文件夹',
  sendingYou_other: '{{sender}} 正在给您发送 {{number}} 个文件',
  sendingYouFolders: '{{sender}} 正在给您发送一个文件夹',
  expires: '{{when}}过期',
  expiresOn: '过期时间：{{date}}',
  neverExpires: '永不过期',
  message: '留言',

  fileCount_other: '{{number}} 个文件',
  emptyFolder: '空文件夹',
  treeHelp: '用方向键在文件和文件夹间移动，用空格键选择。',
  showFolder: '显示 {{name}} 中的文件',
  chooseAll: '全选',
  search: '搜索文件',
  found_other: '找到 {{number}} 个文件',
  nothingFound: '没有名称包含“{{search}}”的文件。',
  clearSearch: '显示所有文件',

  downloadAll: '全部下载 · {{size}}',
  downloadOne: '下载 · {{size}}',
  own: '您已登录为发件人：您在此打开和下载的内容不计入统计，也不会发送通知。',
  downloadChosen_other: '下载 {{number}} 个文件 · {{size}}',
  downloadEmptyFolders: '下载空文件夹',
  downloadFile: '下载 {{name}}',
  preview: '预览 {{name}}',
  downloadFolder: '下载文件夹 {{name}}',
  downloadsLeft_other: '发件人还允许下载 {{number}} 次。',
  promises: '支持断点续传 · 无需账户',
  starting: '正在开始下载',
  started: '下载已开始，进度可在浏览器的下载列表中查看。如果连接中断，可在那里从断点继续。',
  notStarted: '服务器没有响应，下载没有开始，请稍后重试。',
  startedMark: '已开始下载',

  arriving: '正在到达',
  arrivingText: '已就绪的文件现在即可下载，其余文件会自动出现。',
  silence: '已有{{wait}}没有收到新内容，发件人可能已暂停或断开连接。',
  noAnswer: '暂时无法连接服务器，恢复后此页面会自动继续。',
  allHere: '全部文件已到达',
  allHereText: '现在可以下载全部文件。',
  arrivingPercent: '正在到达 {{percent}}%',
  readyOf: '{{number}} 个中 {{ready}} 个已就绪',
  nothingReady: '还没有已就绪的文件',
  downloadReady_other: '下载 {{number}} 个已就绪的文件 · {{size}}',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  expiredForGood: '此链接的有效期已过，文件已无法下载，请联系发件人重新发送。',
  requestOwn: '此链接专为这个地址创建。',
  requestedTitle: '您的申请已发出',
  requestedText: '我们正在给发件人发送邮件。链接重新打开后，我们会立即发邮件至 {{email}}。',
  requestedAnyone: '我们正在给发件人发送邮件。链接重新打开后，我们会立即发邮件告诉您。',

  report: '举报',
  reportedTitle: '谢谢您',
  reportedText: '运营者已收到您的举报。',
  close: '关闭',

  nothingToGet: '目前没有可下载的文件',

  sendYourOwn: '发送您自己的文件',

  offlineTitle: '无法连接',
  offlineText: '服务器没有响应，请检查网络连接后重试。',
  tryAgain: '重试',
}
