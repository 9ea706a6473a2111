// What a window costs that shows nothing: the least app there is, started by the same runtime, beside which the library's bench measures.
import { app, BrowserWindow } from 'electron'

app.on('window-all-closed', () => app.quit())
// A word, so that there is something to paint.
void app
  .whenReady()
  .then(() =>
    new BrowserWindow({ width: 1280, height: 800 }).loadURL('data:text/html,<title>Empty</title>Empty'),
  )
