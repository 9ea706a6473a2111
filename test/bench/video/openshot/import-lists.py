# Runs Debian's OpenShot, opens lists by its own menu, and prints what lies on its timeline: `import-lists.py <frame rate> <screenshot> <list>…`
import json
import os
import sys

import openshot_qt

sys.path.append(openshot_qt.OPENSHOT_PATH)
from PyQt5.QtCore import QTimer
from PyQt5.QtWidgets import QFileDialog, QMessageBox

numerator, denominator = (int(part) for part in sys.argv[1].split("/"))
screenshot, lists = sys.argv[2], sys.argv[3:]
told = os.dup(1)

from classes.app import OpenShotApp

app = OpenShotApp([sys.argv[0]])
app.setApplicationName("openshot")
asked = []
# What a person would answer: the list, and the folder of the files where OpenShot cannot find them by their address.
QMessageBox.warning = staticmethod(lambda parent, title, text: asked.append(text))
QFileDialog.getExistingDirectory = staticmethod(lambda parent, title, at: folder_of(title.split(": ", 1)[1]))
QFileDialog.getOpenFileName = staticmethod(lambda *_: (current, ""))
app.gui()
current = ""


def folder_of(name):
    beside = os.path.dirname(current)
    # Nothing is what a person answers who cannot find it either.
    return next((at for at in (beside, os.path.dirname(beside)) if os.path.exists(os.path.join(at, name))), "")


def import_all():
    global current
    from classes.query import Clip

    # The project counts as the lists do.
    app.updates.update(["fps"], {"num": numerator, "den": denominator})
    found = {}
    for current in lists:
        asked.clear()
        for clip in Clip.filter():
            clip.delete()
        action = app.window.actionImportEDL_trigger if current.endswith(".edl") else app.window.actionImportFCPXML_trigger
        action()
        found[os.path.basename(current)] = {
            "asked": list(asked),
            "clips": [
                {
                    "file": os.path.basename(clip.data["reader"]["path"]),
                    "layer": clip.data["layer"],
                    "positionS": clip.data["position"],
                    "startS": clip.data["start"],
                    "endS": clip.data["end"],
                }
                for clip in Clip.filter()
            ],
        }
    os.write(told, json.dumps(found).encode())
    QTimer.singleShot(4000, shoot)


def shoot():
    app.window.grab().save(screenshot)
    os._exit(0)


QTimer.singleShot(6000, import_all)
app.exec_()
