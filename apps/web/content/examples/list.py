import json, os, urllib.request

server = "{origin}"

request = urllib.request.Request(
    server + "/getQs?filter=active&limit=30",
    headers={"Authorization": "Bearer " + os.environ["SAMPAN_TOKEN"]},
)
with urllib.request.urlopen(request) as reply:
    for transfer in json.load(reply)["allDocs"]:
        print(transfer["slug"], transfer["fileName"])
