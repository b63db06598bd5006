import json, os, shutil, urllib.parse, urllib.request

server = "{origin}"
slug = "Ab3dE6g"

with urllib.request.urlopen(server + "/api/transfers/" + slug) as reply:
    view = json.load(reply)
for file in view["files"]:
    address = server + "/api/transfers/" + slug + "/files/" + file["fileId"] + "?dl=" + urllib.parse.quote(view["dl"], safe="")
    with urllib.request.urlopen(address) as reply, open(os.path.basename(file["path"]), "wb") as target:
        shutil.copyfileobj(reply, target)
