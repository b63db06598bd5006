import json, os, urllib.request

server = "{origin}"

request = urllib.request.Request(
    server + "/api/requests",
    data=json.dumps({"title": "Papers for order 4711", "documents": [{"name": "Packing list"}]}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["SAMPAN_TOKEN"],
        "Content-Type": "application/json",
        "Idempotency-Key": "order-4711",
    },
)
with urllib.request.urlopen(request) as reply:
    print(json.load(reply)["request"]["linkUrl"])
