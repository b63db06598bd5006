import type { preview as english } from '../../en/app/preview.ts'
import type { Translation } from '../../translation.ts'

export const preview: Translation<typeof english> = {
  close: '关闭预览',
  download: '下载 {{name}}',
  previous: '上一个文件',
  next: '下一个文件',
  zoomIn: '放大',
  zoomOut: '缩小',
  zoomFit: '显示整张图片',
  zoomFull: '实际大小',
  place: '第 {{place}} 个，共 {{total}} 个',
  loading: '正在加载预览',
  tryAgain: '重试',
  contents: '{{name}} 的内容',
  page: '第 {{page}} 页',
  pageOf: '第 {{page}} 页，共 {{pages}} 页',

  cannotShow: '您的浏览器无法显示此文件。',
  noPicture: '此文件的预览图尚未生成。',
  cannotPlay: '您的浏览器无法播放此文件。',
  locked: '此文件需要密码才能打开。',
  unreadable: '此文件已损坏，或与其名称不符。',
  empty: '此文件没有内容。',
  downloadInstead: '请下载后用其他程序打开。',
  moreText: '仅显示前 {{size}}。要阅读全文，请下载此文件。',
  moreRows_other: '仅显示前 {{number}} 行。要查看全部内容，请下载此文件。',
  moreEntries_other: '共 {{total}} 项，仅显示前 {{number}} 项。',

  messages: '录制的留言',
  voice: '语音留言',
  video: '视频留言',
  lasting: '{{what}}，{{length}}',
  numbered: '{{what}} {{number}}',
  preparing: '正在为您的设备准备此录音。',
  videoBroken: '您的浏览器无法播放此视频。',
  downloadIt: '下载',

  sheets: '工作表',
  entryFiles_other: '{{number}} 个文件',
  emptyFolder: '空文件夹',
  lockedEntry: '已加密',
}
