/** Reads what strangers have written into a PDF, beside the page. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
